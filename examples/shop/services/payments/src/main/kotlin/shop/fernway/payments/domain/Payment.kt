package shop.fernway.payments.domain

import jakarta.persistence.Entity
import jakarta.persistence.EnumType
import jakarta.persistence.Enumerated
import jakarta.persistence.Id
import jakarta.persistence.ManyToOne
import jakarta.persistence.Table
import java.math.BigDecimal
import java.util.UUID

enum class PaymentStatus { AUTHORISED, SETTLED, REFUNDED }

@Entity
@Table(name = "payments")
class Payment(
    @Id val id: UUID = UUID.randomUUID(),
    val orderId: UUID,
    val amount: BigDecimal,
    val currency: String,
    val card: String,
    val email: String,
    @Enumerated(EnumType.STRING) var status: PaymentStatus = PaymentStatus.AUTHORISED,
) {
    /** False where the acquirer repeats itself. */
    fun settle(): Boolean {
        val first = status == PaymentStatus.AUTHORISED
        status = PaymentStatus.SETTLED
        return first
    }
}

@Entity
@Table(name = "refunds")
class Refund(
    @Id val id: UUID = UUID.randomUUID(),
    @ManyToOne val payment: Payment,
    val amount: BigDecimal,
)
