package shop.fernway.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.RestTemplate;

/** The seed data of staging: every sku that we order in the smoke tests must be on the shelf. */
@Tag("staging")
class CatalogueSmokeTest {

    private final RestTemplate rest = new RestTemplate();

    @Test
    void theMonsteraIsOnTheShelf() {
        String product = rest.getForObject("http://catalog:3000/v1/products/MON-DEL-17", String.class);

        assertThat(product).contains("Monstera deliciosa");
    }
}
