using System.Net.Http.Json;

namespace Fernway.Shipping.Carriers;

public record Label(string TrackingCode, string Url);

/// <summary>Parcelhop carries everything up to thirty kilograms, upright.</summary>
public class ParcelhopClient(HttpClient http)
{
    public async Task<Label> BookAsync(Guid shipmentId, int parcels, CancellationToken stopping)
    {
        var response = await http.PostAsJsonAsync("/v1/labels", new { reference = shipmentId, parcels }, stopping);
        response.EnsureSuccessStatusCode();
        return (await response.Content.ReadFromJsonAsync<Label>(stopping))!;
    }
}
