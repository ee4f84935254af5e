// Package config reads the environment once, at start.
package config

import (
	"os"
	"strings"
)

// Config is everything that differs between places.
type Config struct {
	DatabaseURL string
	Brokers     []string
	OrdersTopic string
	StockTopic  string
}

// FromEnv falls back to what a laptop has.
func FromEnv() Config {
	return Config{
		DatabaseURL: env("DATABASE_URL", "postgres://inventory@localhost:5432/inventory"),
		Brokers:     strings.Split(env("KAFKA_BROKERS", "localhost:9092"), ","),
		OrdersTopic: env("ORDERS_TOPIC", "orders-events"),
		StockTopic:  env("STOCK_TOPIC", "stock-events"),
	}
}

func env(key, fallback string) string {
	if value, ok := os.LookupEnv(key); ok {
		return value
	}
	return fallback
}
