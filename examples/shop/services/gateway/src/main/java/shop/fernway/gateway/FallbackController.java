package shop.fernway.gateway;

import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What a visitor sees while the catalogue is away: an empty shelf, not an error page. */
@RestController
public class FallbackController {

    @GetMapping("/fallback/catalogue")
    @ResponseStatus(HttpStatus.OK)
    public Mono<Map<String, Object>> emptyShelf() {
        return Mono.just(Map.of("products", List.of(), "degraded", true));
    }
}
