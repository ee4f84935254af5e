package shop.fernway.payments.clients

import java.math.BigDecimal
import java.time.Duration
import org.springframework.beans.factory.annotation.Value
import org.springframework.http.client.JdkClientHttpRequestFactory
import org.springframework.stereotype.Component
import org.springframework.web.client.RestClient
import shop.fernway.payments.domain.Payment

@Component
class AcquirerClient(
    @Value("\${payments.acquirer.base-url}") private val baseUrl: String,
    @Value("\${payments.acquirer.timeout}") timeout: Duration,
) {
    private val http = RestClient.builder()
        .requestFactory(JdkClientHttpRequestFactory().apply { setReadTimeout(timeout) })
        .build()

    fun authorise(payment: Payment, cardToken: String) {
        http.post()
            .uri("$baseUrl/v2/payments")
            .header("Idempotency-Key", payment.id.toString())
            .body(mapOf("reference" to payment.id, "token" to cardToken, "amount" to payment.amount))
            .retrieve()
            .toBodilessEntity()
    }

    fun refund(payment: Payment, amount: BigDecimal) {
        http.post()
            .uri("$baseUrl/v2/payments/{reference}/refunds", payment.id)
            .body(mapOf("amount" to amount))
            .retrieve()
            .toBodilessEntity()
    }
}
