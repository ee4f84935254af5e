package shop.fernway.orders.clients;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import shop.fernway.inventory.v1.InventoryServiceGrpc;
import shop.fernway.inventory.v1.ReleaseRequest;
import shop.fernway.inventory.v1.ReserveRequest;
import shop.fernway.orders.domain.OrderLine;

@Component
public class StockClient {

    private final InventoryServiceGrpc.InventoryServiceBlockingStub inventory;

    public StockClient(@Value("${clients.inventory.target}") String target) {
        ManagedChannel channel = ManagedChannelBuilder.forTarget(target).usePlaintext().build();
        this.inventory = InventoryServiceGrpc.newBlockingStub(channel);
    }

    public void reserve(UUID orderId, List<OrderLine> lines) {
        var request = ReserveRequest.newBuilder().setOrderId(orderId.toString());
        for (OrderLine line : lines) {
            request.addLinesBuilder().setSku(line.getSku()).setQuantity(line.getQuantity());
        }
        inventory.withDeadlineAfter(1, TimeUnit.SECONDS).reserve(request.build());
    }

    public void release(UUID orderId) {
        var request = ReleaseRequest.newBuilder().setOrderId(orderId.toString()).build();
        inventory.withDeadlineAfter(1, TimeUnit.SECONDS).release(request);
    }
}
