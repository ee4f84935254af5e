package events

import (
	"context"
	"encoding/json"
	"time"

	"github.com/segmentio/kafka-go"

	"fernway.example/shop/inventory/internal/config"
)

// StockDepleted mirrors contracts/events/stock-depleted.v1.avsc.
type StockDepleted struct {
	Type string    `json:"type"`
	Sku  string    `json:"sku"`
	At   time.Time `json:"at"`
}

// Publisher writes to the stock topic.
type Publisher struct {
	writer *kafka.Writer
}

// NewPublisher keeps one writer for the life of the process.
func NewPublisher(cfg config.Config) *Publisher {
	return &Publisher{writer: &kafka.Writer{
		Addr:  kafka.TCP(cfg.Brokers...),
		Topic: cfg.StockTopic,
	}}
}

// StockDepleted tells the catalogue that a sku has run out.
func (p *Publisher) StockDepleted(ctx context.Context, sku string) error {
	value, err := json.Marshal(StockDepleted{Type: "StockDepleted", Sku: sku, At: time.Now().UTC()})
	if err != nil {
		return err
	}
	return p.writer.WriteMessages(ctx, kafka.Message{Key: []byte(sku), Value: value})
}
