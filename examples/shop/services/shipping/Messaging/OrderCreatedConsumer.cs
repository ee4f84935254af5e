using System.Text.Json;
using Confluent.Kafka;
using Fernway.Shipping.Carriers;
using Fernway.Shipping.Data;
using Fernway.Shipping.Orders;

namespace Fernway.Shipping.Messaging;

/// <summary>Packs a box for each order that was placed.</summary>
public class OrderCreatedConsumer(IServiceScopeFactory scopes, IConfiguration configuration) : BackgroundService
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);

    protected override async Task ExecuteAsync(CancellationToken stopping)
    {
        await Task.Yield();
        var config = new ConsumerConfig
        {
            BootstrapServers = configuration["Kafka:BootstrapServers"],
            GroupId = "shipping",
            AutoOffsetReset = AutoOffsetReset.Earliest,
            EnableAutoCommit = false,
        };
        using var consumer = new ConsumerBuilder<string, string>(config).Build();
        consumer.Subscribe(Topics.Orders);
        while (!stopping.IsCancellationRequested)
        {
            var result = consumer.Consume(stopping);
            if (TypeOf(result.Message.Value) == nameof(OrderCreated))
            {
                await PackAsync(JsonSerializer.Deserialize<OrderCreated>(result.Message.Value, Json)!, stopping);
            }

            consumer.Commit(result);
        }
    }

    private static string? TypeOf(string message) =>
        JsonDocument.Parse(message).RootElement.GetProperty("type").GetString();

    private async Task PackAsync(OrderCreated created, CancellationToken stopping)
    {
        using var scope = scopes.CreateScope();
        var order = await scope.ServiceProvider.GetRequiredService<OrdersClient>().GetAsync(created.OrderId, stopping);
        var parcels = 1 + order.Lines.Sum(line => line.Quantity) / 4;
        var id = Guid.NewGuid();
        var label = await scope.ServiceProvider.GetRequiredService<ParcelhopClient>().BookAsync(id, parcels, stopping);

        var db = scope.ServiceProvider.GetRequiredService<ShippingDbContext>();
        db.Shipments.Add(new Shipment
        {
            Id = id,
            OrderId = order.Id,
            InsuredCents = created.TotalCents,
            TrackingCode = label.TrackingCode,
        });
        await db.SaveChangesAsync(stopping);
    }
}
