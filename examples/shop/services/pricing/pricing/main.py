"""The pricing service."""

from fastapi import FastAPI

from pricing.routes import prices, quotes

app = FastAPI(title="Pricing", version="1.12.0")
app.include_router(prices.router, prefix="/v1")
app.include_router(quotes.router, prefix="/v1/quotes")


@app.get("/healthz", include_in_schema=False)
def healthz() -> dict[str, str]:
    return {"status": "ok"}
