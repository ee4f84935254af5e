using System.Text.Json;
using Confluent.Kafka;
using Fernway.Shipping.Data;

namespace Fernway.Shipping.Messaging;

public sealed class ShipmentPublisher(IConfiguration configuration) : IDisposable
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web);

    private readonly IProducer<string, string> producer = new ProducerBuilder<string, string>(
        new ProducerConfig { BootstrapServers = configuration["Kafka:BootstrapServers"] }).Build();

    public async Task DispatchedAsync(Shipment shipment)
    {
        var dispatched = new ShipmentDispatched(
            nameof(ShipmentDispatched), shipment.Id, shipment.OrderId, shipment.TrackingCode);
        await producer.ProduceAsync(Topics.Shipments, new Message<string, string>
        {
            Key = shipment.OrderId.ToString(),
            Value = JsonSerializer.Serialize(dispatched, Json),
        });
    }

    public void Dispose() => producer.Dispose();
}
