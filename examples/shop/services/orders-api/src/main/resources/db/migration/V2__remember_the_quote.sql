-- OrderCreated v2 carries the quoted total, so the quote has to be traceable.
alter table orders add column quote_id uuid;
