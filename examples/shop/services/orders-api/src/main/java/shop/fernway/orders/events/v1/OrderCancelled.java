package shop.fernway.orders.events.v1;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.UUID;

/** Mirrors contracts/events/order-cancelled.v1.avsc. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
public record OrderCancelled(UUID orderId) {}
