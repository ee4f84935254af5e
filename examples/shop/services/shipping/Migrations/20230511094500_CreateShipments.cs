using Microsoft.EntityFrameworkCore.Migrations;

namespace Fernway.Shipping.Migrations;

public partial class CreateShipments : Migration
{
    protected override void Up(MigrationBuilder migrationBuilder)
    {
        migrationBuilder.CreateTable(
            name: "shipments",
            columns: table => new
            {
                Id = table.Column<Guid>(nullable: false),
                OrderId = table.Column<Guid>(nullable: false),
                InsuredCents = table.Column<long>(nullable: false),
                TrackingCode = table.Column<string>(maxLength: 64, nullable: false),
                DispatchedAt = table.Column<DateTimeOffset>(nullable: true),
            },
            constraints: table => table.PrimaryKey("PK_shipments", shipment => shipment.Id));

        migrationBuilder.CreateIndex("IX_shipments_OrderId", "shipments", "OrderId");
    }

    protected override void Down(MigrationBuilder migrationBuilder)
    {
        migrationBuilder.DropTable("shipments");
    }
}
