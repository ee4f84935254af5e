"""How many pieces are left, from inventory. Generated code comes from protos/ at build time."""

import grpc

from pricing.generated import inventory_pb2, inventory_pb2_grpc
from pricing.settings import INVENTORY_ADDR

channel = grpc.aio.insecure_channel(INVENTORY_ADDR)
inventory = inventory_pb2_grpc.InventoryServiceStub(channel)


async def available(sku: str) -> int:
    stock = await inventory.GetStock(inventory_pb2.GetStockRequest(sku=sku), timeout=0.5)
    return stock.available
