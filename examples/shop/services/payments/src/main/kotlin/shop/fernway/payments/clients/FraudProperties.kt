package shop.fernway.payments.clients

import java.time.Duration
import org.springframework.boot.context.properties.ConfigurationProperties

@ConfigurationProperties("payments.fraud")
data class FraudProperties(val baseUrl: String, val timeout: Duration)
