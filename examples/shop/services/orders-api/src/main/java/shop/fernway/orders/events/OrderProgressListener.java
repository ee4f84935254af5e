package shop.fernway.orders.events;

import java.util.UUID;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import shop.fernway.orders.OrderService;

/** Moves an order on when the money or the parcel has moved. */
@Component
public class OrderProgressListener {

    private final OrderService orders;

    public OrderProgressListener(OrderService orders) {
        this.orders = orders;
    }

    @Transactional
    @KafkaListener(topics = "${shop.topics.payments}", groupId = "orders-api")
    public void on(PaymentSettled event) {
        orders.find(event.orderId()).paid();
    }

    @Transactional
    @KafkaListener(topics = "${shop.topics.shipments}")
    public void on(ShipmentDispatched event) {
        orders.find(event.orderId()).shipped();
    }

    public record PaymentSettled(UUID paymentId, UUID orderId) {}

    public record ShipmentDispatched(UUID shipmentId, UUID orderId) {}
}
