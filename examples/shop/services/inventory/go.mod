module fernway.example/shop/inventory

go 1.23

require (
	github.com/jackc/pgx/v5 v5.7.1
	github.com/segmentio/kafka-go v0.4.47
	google.golang.org/grpc v1.67.1
	google.golang.org/protobuf v1.35.1
)
