using System.Text.Json.Serialization;

namespace Fernway.Shipping.Messaging;

/// <summary>Still read as version 1: the insurance needs whole cents, and version 2 would need the currency table.</summary>
public record OrderCreated(
    [property: JsonRequired] Guid OrderId,
    [property: JsonRequired] long TotalCents,
    [property: JsonRequired] int LineCount);

public record ShipmentDispatched(string Type, Guid ShipmentId, Guid OrderId, string TrackingCode);
