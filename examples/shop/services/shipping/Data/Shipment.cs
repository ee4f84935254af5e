namespace Fernway.Shipping.Data;

public class Shipment
{
    public Guid Id { get; set; } = Guid.NewGuid();

    public Guid OrderId { get; set; }

    public long InsuredCents { get; set; }

    public required string TrackingCode { get; set; }

    public DateTimeOffset? DispatchedAt { get; set; }
}
