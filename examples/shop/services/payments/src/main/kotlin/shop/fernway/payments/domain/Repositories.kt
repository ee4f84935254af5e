package shop.fernway.payments.domain

import java.util.UUID
import org.springframework.data.jpa.repository.JpaRepository

interface PaymentRepository : JpaRepository<Payment, UUID>

interface RefundRepository : JpaRepository<Refund, UUID>
