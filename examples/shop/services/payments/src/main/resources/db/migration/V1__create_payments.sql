CREATE TABLE payments (
    id       UUID PRIMARY KEY,
    order_id UUID           NOT NULL,
    amount   NUMERIC(12, 2) NOT NULL,
    currency CHAR(3)        NOT NULL,
    card     VARCHAR(64)    NOT NULL,
    email    TEXT           NOT NULL,
    status   VARCHAR(16)    NOT NULL
);

CREATE TABLE refunds (
    id         UUID PRIMARY KEY,
    payment_id UUID           NOT NULL REFERENCES payments (id),
    amount     NUMERIC(12, 2) NOT NULL CHECK (amount > 0)
);
