package shop.fernway.orders;

import jakarta.persistence.EntityNotFoundException;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import shop.fernway.orders.clients.PaymentsClient;
import shop.fernway.orders.clients.PriceClient;
import shop.fernway.orders.clients.StockClient;
import shop.fernway.orders.domain.Order;
import shop.fernway.orders.domain.OrderRepository;
import shop.fernway.orders.events.OrderEvents;
import shop.fernway.orders.web.PlaceOrder;

/** Places an order: hold the stock, charge the card, store it, tell the others. */
@Service
public class OrderService {

    private final OrderRepository orders;
    private final PriceClient prices;
    private final StockClient stock;
    private final PaymentsClient payments;
    private final OrderEvents events;

    public OrderService(
            OrderRepository orders,
            PriceClient prices,
            StockClient stock,
            PaymentsClient payments,
            OrderEvents events) {
        this.orders = orders;
        this.prices = prices;
        this.stock = stock;
        this.payments = payments;
        this.events = events;
    }

    @Transactional
    public Order place(PlaceOrder command) {
        var quote = prices.quote(command.quoteId());
        Order order = Order.draft(command, quote);
        stock.reserve(order.getId(), order.getLines());
        var receipt = payments.charge(new PaymentsClient.ChargeRequest(
                order.getId(), command.cardToken(), order.getTotal(), order.getCurrency(), order.getEmail()));
        order.charged(receipt.chargeId());
        orders.save(order);
        events.created(order);
        return order;
    }

    @Transactional
    public void cancel(UUID id) {
        Order order = find(id);
        order.cancel();
        stock.release(order.getId());
        payments.refund(order.getChargeId(), new PaymentsClient.RefundRequest(order.getTotal()));
        events.cancelled(order);
    }

    @Transactional(readOnly = true)
    public Order find(UUID id) {
        return orders.findById(id).orElseThrow(() -> new EntityNotFoundException("no order " + id));
    }

    @Transactional(readOnly = true)
    public List<Order> ofCustomer(UUID customerId) {
        return orders.findByCustomerIdOrderByPlacedAtDesc(customerId);
    }
}
