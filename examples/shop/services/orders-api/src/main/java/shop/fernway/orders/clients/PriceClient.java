package shop.fernway.orders.clients;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestOperations;

/** Reads back the quote that the visitor saw; prices are never computed here. */
@Component
public class PriceClient {

    private final RestOperations rest;
    private final String pricingUrl;

    public PriceClient(RestOperations rest, @Value("${clients.pricing.url}") String pricingUrl) {
        this.rest = rest;
        this.pricingUrl = pricingUrl;
    }

    public Quote quote(UUID quoteId) {
        return rest.getForObject(pricingUrl + "/v1/quotes/{quoteId}", Quote.class, quoteId);
    }

    public record Quote(UUID id, BigDecimal total, String currency, Instant expiresAt) {}
}
