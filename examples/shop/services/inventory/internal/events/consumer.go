// Package events is inventory's side of the conversation on Kafka.
package events

import (
	"context"
	"encoding/json"
	"log/slog"

	"github.com/segmentio/kafka-go"

	"fernway.example/shop/inventory/internal/config"
)

// Reservations is what an order's life changes here.
type Reservations interface {
	Confirm(ctx context.Context, orderID string) error
	Release(ctx context.Context, orderID string) error
}

// Consumer follows orders: a created one confirms its reservation, a cancelled one frees it.
type Consumer struct {
	reader       *kafka.Reader
	reservations Reservations
}

// NewConsumer joins the group "inventory".
func NewConsumer(cfg config.Config, reservations Reservations) *Consumer {
	return &Consumer{
		reader: kafka.NewReader(kafka.ReaderConfig{
			Brokers: cfg.Brokers,
			GroupID: "inventory",
			Topic:   cfg.OrdersTopic,
		}),
		reservations: reservations,
	}
}

type orderEvent struct {
	Type    string `json:"type"`
	OrderID string `json:"orderId"`
}

// Run reads until the context ends. Unknown fields and unknown types are passed over.
func (c *Consumer) Run(ctx context.Context) {
	for {
		message, err := c.reader.FetchMessage(ctx)
		if err != nil {
			slog.Info("consumer stopped", "reason", err)
			return
		}
		if err := c.handle(ctx, message.Value); err != nil {
			slog.Error("order event", "offset", message.Offset, "error", err)
			continue
		}
		_ = c.reader.CommitMessages(ctx, message)
	}
}

func (c *Consumer) handle(ctx context.Context, value []byte) error {
	var event orderEvent
	if err := json.Unmarshal(value, &event); err != nil {
		return err
	}
	switch event.Type {
	case "OrderCreated":
		return c.reservations.Confirm(ctx, event.OrderID)
	case "OrderCancelled":
		return c.reservations.Release(ctx, event.OrderID)
	}
	return nil
}
