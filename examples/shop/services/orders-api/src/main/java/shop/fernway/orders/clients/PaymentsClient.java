package shop.fernway.orders.clients;

import java.math.BigDecimal;
import java.util.UUID;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

@FeignClient(name = "payments", url = "${clients.payments.url}")
public interface PaymentsClient {

    @PostMapping("/payments/v1/charges")
    ChargeReceipt charge(@RequestBody ChargeRequest request);

    @PostMapping("/payments/v1/charges/{id}/refunds")
    void refund(@PathVariable("id") UUID chargeId, @RequestBody RefundRequest request);

    record ChargeRequest(UUID orderId, String cardToken, BigDecimal amount, String currency, String email) {}

    record ChargeReceipt(UUID chargeId, String status) {}

    record RefundRequest(BigDecimal amount) {}
}
