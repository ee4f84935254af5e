package shop.fernway.orders.web;

import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.util.List;
import java.util.UUID;

public record PlaceOrder(
        @NotNull UUID customerId,
        @Email String email,
        @NotNull UUID quoteId,
        @NotBlank String cardToken,
        @NotEmpty List<Line> lines) {

    public record Line(@NotBlank String sku, @Positive int quantity) {}
}
