package shop.fernway.payments.web

import org.springframework.http.HttpStatus
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestHeader
import org.springframework.web.bind.annotation.ResponseStatus
import org.springframework.web.bind.annotation.RestController
import shop.fernway.payments.ChargeService

/** The acquirer calls back, past the gateway, when the money is really there. */
@RestController
class AcquirerWebhookController(private val charges: ChargeService, private val signature: WebhookSignature) {

    @PostMapping("/webhooks/acquirer")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    fun notified(@RequestHeader("Acquirer-Signature") header: String, @RequestBody body: String) {
        val notice = signature.verified(header, body)
        charges.settled(notice.reference)
    }
}
