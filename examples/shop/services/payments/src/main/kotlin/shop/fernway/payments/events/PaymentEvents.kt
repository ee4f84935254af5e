package shop.fernway.payments.events

import com.fasterxml.jackson.annotation.JsonTypeInfo
import java.math.BigDecimal
import java.util.UUID
import org.springframework.beans.factory.annotation.Value
import org.springframework.kafka.core.KafkaTemplate
import org.springframework.stereotype.Component
import shop.fernway.payments.domain.Payment

@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
data class PaymentSettled(
    val paymentId: UUID,
    val orderId: UUID,
    val amount: BigDecimal,
    val currency: String,
    val card: String,
)

@Component
class PaymentEvents(
    private val kafka: KafkaTemplate<String, PaymentSettled>,
    @Value("\${shop.topics.payments}") private val topic: String,
) {
    fun settled(payment: Payment) {
        val event = PaymentSettled(payment.id, payment.orderId, payment.amount, payment.currency, payment.card)
        kafka.send(topic, payment.orderId.toString(), event)
    }
}
