package shop.fernway.orders.web;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import shop.fernway.orders.domain.Order;

public record OrderView(
        UUID id, String email, String status, BigDecimal total, String currency, List<PlaceOrder.Line> lines) {

    static OrderView of(Order order) {
        var lines = order.getLines().stream()
                .map(line -> new PlaceOrder.Line(line.getSku(), line.getQuantity()))
                .toList();
        return new OrderView(
                order.getId(),
                order.getEmail(),
                order.getStatus().name(),
                order.getTotal(),
                order.getCurrency(),
                lines);
    }
}
