using Fernway.Shipping.Carriers;
using Fernway.Shipping.Data;
using Fernway.Shipping.Messaging;
using Fernway.Shipping.Orders;
using Microsoft.EntityFrameworkCore;

var builder = WebApplication.CreateBuilder(args);

builder.Services.AddDbContext<ShippingDbContext>(options =>
    options.UseMySql(
        builder.Configuration.GetConnectionString("Shipping"),
        new MySqlServerVersion(new Version(8, 4))));

builder.Services.AddHttpClient<OrdersClient>(client =>
    client.BaseAddress = new Uri(builder.Configuration["OrdersApi:BaseUrl"]!));
builder.Services.AddHttpClient<ParcelhopClient>(client =>
    client.BaseAddress = new Uri("https://api.parcelhop.example"));

builder.Services.AddSingleton<ShipmentPublisher>();
builder.Services.AddHostedService<OrderCreatedConsumer>();

var app = builder.Build();

var shipments = app.MapGroup("/shipments");

shipments.MapGet("/", async (Guid orderId, ShippingDbContext db) =>
    await db.Shipments.Where(shipment => shipment.OrderId == orderId).ToListAsync());

shipments.MapGet("/{id:guid}", async (Guid id, ShippingDbContext db) =>
    await db.Shipments.FindAsync(id) is { } shipment ? Results.Ok(shipment) : Results.NotFound());

shipments.MapPost("/{id:guid}/dispatch", async (Guid id, ShippingDbContext db, ShipmentPublisher publisher) =>
{
    if (await db.Shipments.FindAsync(id) is not { } shipment)
    {
        return Results.NotFound();
    }

    shipment.DispatchedAt = DateTimeOffset.UtcNow;
    await db.SaveChangesAsync();
    await publisher.DispatchedAsync(shipment);
    return Results.NoContent();
});

app.Run();
