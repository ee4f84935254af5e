namespace Fernway.Shipping.Messaging;

public static class Topics
{
    public const string Orders = "orders-events";

    public const string Shipments = "shipments-events";
}
