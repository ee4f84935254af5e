package shop.fernway.payments.web

import java.math.BigDecimal
import java.util.UUID
import org.springframework.http.HttpStatus
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.ResponseStatus
import org.springframework.web.bind.annotation.RestController
import shop.fernway.payments.ChargeService

@RestController
@RequestMapping("/v1/charges")
class ChargeController(private val charges: ChargeService) {

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    fun charge(@RequestBody request: ChargeRequest): ChargeReceipt {
        val payment = charges.charge(request.orderId, request.cardToken, request.amount, request.currency, request.email)
        return ChargeReceipt(payment.id, payment.status.name, payment.email)
    }

    @GetMapping("/{id}")
    fun show(@PathVariable id: UUID): ChargeReceipt =
        charges.find(id).let { ChargeReceipt(it.id, it.status.name, it.email) }

    @PostMapping("/{id}/refunds")
    @ResponseStatus(HttpStatus.ACCEPTED)
    fun refund(@PathVariable id: UUID, @RequestBody request: RefundRequest) {
        charges.refund(id, request.amount)
    }
}

data class ChargeRequest(
    val orderId: UUID,
    val cardToken: String,
    val amount: BigDecimal,
    val currency: String,
    val email: String,
)

data class ChargeReceipt(val chargeId: UUID, val status: String, val email: String)

data class RefundRequest(val amount: BigDecimal)
