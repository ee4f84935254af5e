package shop.fernway.orders.domain;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import shop.fernway.orders.clients.PriceClient;
import shop.fernway.orders.web.PlaceOrder;

@Entity
@Table(name = "orders")
public class Order {

    public enum Status { PENDING, PAID, SHIPPED, CANCELLED }

    @Id
    private UUID id;

    private UUID customerId;
    private String email;
    private UUID quoteId;
    private UUID chargeId;
    private BigDecimal total;
    private String currency;
    private Instant placedAt;

    @Enumerated(EnumType.STRING)
    private Status status;

    @OneToMany(mappedBy = "order", cascade = CascadeType.ALL, fetch = FetchType.EAGER)
    private List<OrderLine> lines = new ArrayList<>();

    protected Order() {}

    public static Order draft(PlaceOrder command, PriceClient.Quote quote) {
        Order order = new Order();
        order.id = UUID.randomUUID();
        order.customerId = command.customerId();
        order.email = command.email();
        order.quoteId = quote.id();
        order.total = quote.total();
        order.currency = quote.currency();
        order.placedAt = Instant.now();
        order.status = Status.PENDING;
        command.lines().forEach(line -> order.lines.add(new OrderLine(order, line.sku(), line.quantity())));
        return order;
    }

    public void charged(UUID chargeId) {
        this.chargeId = chargeId;
    }

    public void paid() {
        if (status == Status.PENDING) {
            status = Status.PAID;
        }
    }

    public void shipped() {
        if (status == Status.PAID) {
            status = Status.SHIPPED;
        }
    }

    public void cancel() {
        if (status == Status.SHIPPED) {
            throw new IllegalStateException("order " + id + " has left the warehouse");
        }
        status = Status.CANCELLED;
    }

    public UUID getId() {
        return id;
    }

    public UUID getCustomerId() {
        return customerId;
    }

    public String getEmail() {
        return email;
    }

    public UUID getChargeId() {
        return chargeId;
    }

    public BigDecimal getTotal() {
        return total;
    }

    public String getCurrency() {
        return currency;
    }

    public Status getStatus() {
        return status;
    }

    public List<OrderLine> getLines() {
        return lines;
    }
}
