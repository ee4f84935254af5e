package shop.fernway.orders.events.v2;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
import java.util.UUID;

/** Mirrors contracts/events/order-created.v2.avsc. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
public record OrderCreated(
        UUID orderId, UUID customerId, BigDecimal total, String currency, int lineCount, long totalCents) {}
