package shop.fernway.payments.web

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.module.kotlin.readValue
import java.security.MessageDigest
import java.util.HexFormat
import java.util.UUID
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import org.springframework.beans.factory.annotation.Value
import org.springframework.stereotype.Component

data class AcquirerNotice(val reference: UUID, val state: String)

@Component
class WebhookSignature(
    private val json: ObjectMapper,
    @Value("\${ACQUIRER_WEBHOOK_SECRET}") secret: String,
) {
    private val key = SecretKeySpec(secret.toByteArray(), "HmacSHA256")

    fun verified(header: String, body: String): AcquirerNotice {
        val expected = Mac.getInstance(key.algorithm).apply { init(key) }.doFinal(body.toByteArray())
        require(MessageDigest.isEqual(expected, HexFormat.of().parseHex(header))) { "signature does not match" }
        return json.readValue(body)
    }
}
