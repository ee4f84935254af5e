package shop.fernway.orders.events;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import shop.fernway.orders.domain.Order;
import shop.fernway.orders.events.v1.OrderCancelled;
import shop.fernway.orders.events.v2.OrderCreated;

@Component
public class OrderEvents {

    private final KafkaTemplate<String, Object> kafka;
    private final String topic;

    public OrderEvents(KafkaTemplate<String, Object> kafka, @Value("${shop.topics.orders}") String topic) {
        this.kafka = kafka;
        this.topic = topic;
    }

    public void created(Order order) {
        kafka.send(topic, order.getId().toString(), new OrderCreated(
                order.getId(),
                order.getCustomerId(),
                order.getTotal(),
                order.getCurrency(),
                order.getLines().size(),
                order.getTotal().movePointRight(2).longValueExact()));
    }

    public void cancelled(Order order) {
        kafka.send(topic, order.getId().toString(), new OrderCancelled(order.getId()));
    }
}
