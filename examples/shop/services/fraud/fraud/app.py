"""The HTTP side: one question, one answer. The Kafka side runs beside it in the same loop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from pydantic import BaseModel

from fraud import consumer, scoring


@asynccontextmanager
async def lifespan(_: FastAPI) -> AsyncIterator[None]:
    task = asyncio.create_task(consumer.run())
    yield
    task.cancel()


app = FastAPI(title="Fraud", lifespan=lifespan)


class AssessmentRequest(BaseModel):
    orderId: str
    card: str
    amount: float
    currency: str


@app.post("/assessments")
async def assess(request: AssessmentRequest) -> dict[str, object]:
    score = await scoring.score(request.card, request.amount)
    return {"orderId": request.orderId, "score": score, "verdict": scoring.verdict(score)}


@app.get("/healthz", include_in_schema=False)
async def healthz() -> dict[str, str]:
    return {"status": "ok"}
