create table orders (
    id          uuid primary key,
    customer_id uuid           not null,
    email       text           not null,
    charge_id   uuid,
    total       numeric(12, 2) not null,
    currency    char(3)        not null,
    status      varchar(16)    not null,
    placed_at   timestamptz    not null
);

create table order_lines (
    id       bigint generated always as identity primary key,
    order_id uuid        not null references orders (id),
    sku      varchar(32) not null,
    quantity integer     not null check (quantity > 0)
);

create index orders_by_customer on orders (customer_id, placed_at desc);
