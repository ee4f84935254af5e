package stock

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	inventoryv1 "fernway.example/shop/inventory/gen/inventory/v1"
)

// ErrNotEnough means that at least one line could not be held.
var ErrNotEnough = errors.New("not enough stock")

// Store keeps stock and reservations in PostgreSQL.
type Store struct {
	pool *pgxpool.Pool
}

// NewStore wraps a pool; the caller closes it.
func NewStore(pool *pgxpool.Pool) *Store {
	return &Store{pool: pool}
}

// Available counts the free pieces of a sku.
func (s *Store) Available(ctx context.Context, sku string) (int32, error) {
	var available int32
	err := s.pool.QueryRow(ctx, `select on_hand - reserved from stock_items where sku = $1`, sku).Scan(&available)
	return available, err
}

// Reserve holds every line in one transaction and returns the skus that have run out by it.
func (s *Store) Reserve(ctx context.Context, orderID string, lines []*inventoryv1.ReserveRequest_Line) ([]string, error) {
	var depleted []string
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, line := range lines {
			var left int32
			err := tx.QueryRow(ctx,
				`update stock_items set reserved = reserved + $2
				  where sku = $1 and on_hand - reserved >= $2
				returning on_hand - reserved`, line.GetSku(), line.GetQuantity()).Scan(&left)
			if errors.Is(err, pgx.ErrNoRows) {
				return fmt.Errorf("%s: %w", line.GetSku(), ErrNotEnough)
			}
			if err != nil {
				return err
			}
			if left == 0 {
				depleted = append(depleted, line.GetSku())
			}
			if _, err := tx.Exec(ctx,
				`insert into reservations (order_id, sku, quantity) values ($1, $2, $3)`,
				orderID, line.GetSku(), line.GetQuantity()); err != nil {
				return err
			}
		}
		return nil
	})
	return depleted, err
}

// Confirm makes the reservations of an order permanent.
func (s *Store) Confirm(ctx context.Context, orderID string) error {
	_, err := s.pool.Exec(ctx, `update reservations set confirmed_at = now() where order_id = $1`, orderID)
	return err
}

// ExpireEvery frees reservations that nobody has confirmed within an hour.
func (s *Store) ExpireEvery(ctx context.Context, pause time.Duration) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		_, err := s.pool.Exec(ctx,
			`with freed as (
			   delete from reservations
			    where confirmed_at is null and reserved_at < now() - interval '1 hour' returning sku, quantity),
			 totals as (select sku, sum(quantity) as quantity from freed group by sku)
			 update stock_items set reserved = reserved - totals.quantity from totals where stock_items.sku = totals.sku`)
		if err != nil {
			slog.Error("expire reservations", "error", err)
		}
	}
}

// Release deletes the reservations of an order and frees what they held.
func (s *Store) Release(ctx context.Context, orderID string) error {
	_, err := s.pool.Exec(ctx,
		`with freed as (delete from reservations where order_id = $1 returning sku, quantity)
		 update stock_items set reserved = reserved - freed.quantity from freed where stock_items.sku = freed.sku`, orderID)
	return err
}
