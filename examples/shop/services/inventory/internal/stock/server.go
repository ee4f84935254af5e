// Package stock knows how many plants there are, and who has been promised one.
package stock

import (
	"context"
	"errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	inventoryv1 "fernway.example/shop/inventory/gen/inventory/v1"
)

// Announcer tells others that a sku has run out.
type Announcer interface {
	StockDepleted(ctx context.Context, sku string) error
}

// Server implements inventoryv1.InventoryServiceServer.
type Server struct {
	inventoryv1.UnimplementedInventoryServiceServer
	store    *Store
	announce Announcer
}

// NewServer serves from a store.
func NewServer(store *Store, announce Announcer) *Server {
	return &Server{store: store, announce: announce}
}

// GetStock answers from the current count; it holds nothing.
func (s *Server) GetStock(ctx context.Context, req *inventoryv1.GetStockRequest) (*inventoryv1.Stock, error) {
	available, err := s.store.Available(ctx, req.GetSku())
	if err != nil {
		return nil, status.Errorf(codes.NotFound, "sku %q: %v", req.GetSku(), err)
	}
	return &inventoryv1.Stock{Sku: req.GetSku(), Available: available}, nil
}

// Reserve holds all lines of an order or none of them.
func (s *Server) Reserve(ctx context.Context, req *inventoryv1.ReserveRequest) (*inventoryv1.Reservation, error) {
	depleted, err := s.store.Reserve(ctx, req.GetOrderId(), req.GetLines())
	if errors.Is(err, ErrNotEnough) {
		return nil, status.Error(codes.FailedPrecondition, err.Error())
	}
	if err != nil {
		return nil, status.Error(codes.Internal, err.Error())
	}
	for _, sku := range depleted {
		if err := s.announce.StockDepleted(ctx, sku); err != nil {
			return nil, status.Error(codes.Unavailable, err.Error())
		}
	}
	return &inventoryv1.Reservation{OrderId: req.GetOrderId(), Held: true}, nil
}

// Release gives the pieces back; releasing twice is harmless.
func (s *Server) Release(ctx context.Context, req *inventoryv1.ReleaseRequest) (*inventoryv1.Reservation, error) {
	if err := s.store.Release(ctx, req.GetOrderId()); err != nil {
		return nil, status.Error(codes.Internal, err.Error())
	}
	return &inventoryv1.Reservation{OrderId: req.GetOrderId()}, nil
}
