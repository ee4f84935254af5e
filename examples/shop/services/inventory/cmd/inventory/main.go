// Command inventory serves stock over gRPC and follows what happens to orders.
package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	inventoryv1 "fernway.example/shop/inventory/gen/inventory/v1"
	"fernway.example/shop/inventory/internal/config"
	"fernway.example/shop/inventory/internal/events"
	"fernway.example/shop/inventory/internal/stock"
)

//go:generate protoc -I ../../proto --go_out=../../gen --go-grpc_out=../../gen inventory.proto

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()

	cfg := config.FromEnv()
	pool, err := pgxpool.New(ctx, cfg.DatabaseURL)
	if err != nil {
		slog.Error("database", "error", err)
		os.Exit(1)
	}
	defer pool.Close()

	publisher := events.NewPublisher(cfg)
	store := stock.NewStore(pool)
	go events.NewConsumer(cfg, store).Run(ctx)
	go store.ExpireEvery(ctx, time.Minute)
	go serveHealth()

	listener, err := net.Listen("tcp", ":9090")
	if err != nil {
		slog.Error("listen", "error", err)
		os.Exit(1)
	}
	server := grpc.NewServer()
	inventoryv1.RegisterInventoryServiceServer(server, stock.NewServer(store, publisher))
	go func() {
		<-ctx.Done()
		server.GracefulStop()
	}()
	slog.Info("serving", "address", listener.Addr())
	if err := server.Serve(listener); err != nil {
		slog.Error("serve", "error", err)
	}
}

func serveHealth() {
	http.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	_ = http.ListenAndServe(":8086", nil)
}
