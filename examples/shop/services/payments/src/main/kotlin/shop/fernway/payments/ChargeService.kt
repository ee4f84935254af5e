package shop.fernway.payments

import java.math.BigDecimal
import java.util.UUID
import org.springframework.data.repository.findByIdOrNull
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional
import shop.fernway.payments.clients.AcquirerClient
import shop.fernway.payments.clients.FraudClient
import shop.fernway.payments.domain.Payment
import shop.fernway.payments.domain.PaymentRepository
import shop.fernway.payments.domain.Refund
import shop.fernway.payments.domain.RefundRepository
import shop.fernway.payments.events.PaymentEvents

class ChargeDeclined(reason: String) : RuntimeException(reason)

/** Assess, then authorise, then wait for the acquirer's webhook. */
@Service
class ChargeService(
    private val payments: PaymentRepository,
    private val refunds: RefundRepository,
    private val fraud: FraudClient,
    private val acquirer: AcquirerClient,
    private val events: PaymentEvents,
) {
    @Transactional
    fun charge(orderId: UUID, cardToken: String, amount: BigDecimal, currency: String, email: String): Payment {
        val assessment = fraud.assess(orderId, cardToken, amount, currency)
        if (assessment.verdict == "deny") {
            throw ChargeDeclined("fraud score ${assessment.score}")
        }
        val payment = payments.save(
            Payment(orderId = orderId, amount = amount, currency = currency, card = cardToken, email = email),
        )
        acquirer.authorise(payment, cardToken)
        return payment
    }

    @Transactional
    fun settled(paymentId: UUID) {
        val payment = find(paymentId)
        if (payment.settle()) {
            events.settled(payment)
        }
    }

    @Transactional
    fun refund(paymentId: UUID, amount: BigDecimal) {
        val payment = find(paymentId)
        refunds.save(Refund(payment = payment, amount = amount))
        acquirer.refund(payment, amount)
    }

    @Transactional(readOnly = true)
    fun find(paymentId: UUID): Payment =
        payments.findByIdOrNull(paymentId) ?: throw NoSuchElementException("no payment $paymentId")
}
