create table stock_items (
    sku      text primary key,
    on_hand  integer not null default 0 check (on_hand >= 0),
    reserved integer not null default 0 check (reserved >= 0)
);

create table reservations (
    order_id     uuid    not null,
    sku          text    not null references stock_items (sku),
    quantity     integer not null check (quantity > 0),
    reserved_at  timestamptz not null default now(),
    confirmed_at timestamptz,
    primary key (order_id, sku)
);
