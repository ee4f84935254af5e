using System.Net.Http.Json;

namespace Fernway.Shipping.Orders;

public record OrderLine(string Sku, int Quantity);

public record Order(Guid Id, string Status, decimal Total, string Currency, IReadOnlyList<OrderLine> Lines);

/// <summary>Asks orders-api what has to go into the box; the event only says how many lines there are.</summary>
public class OrdersClient(HttpClient http)
{
    public async Task<Order> GetAsync(Guid orderId, CancellationToken stopping)
    {
        var order = await http.GetFromJsonAsync<Order>($"/orders/{orderId}", stopping);
        return order ?? throw new InvalidOperationException($"orders-api sent no order {orderId}");
    }
}
