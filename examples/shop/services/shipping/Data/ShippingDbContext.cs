using Microsoft.EntityFrameworkCore;

namespace Fernway.Shipping.Data;

public class ShippingDbContext(DbContextOptions<ShippingDbContext> options) : DbContext(options)
{
    public DbSet<Shipment> Shipments => Set<Shipment>();

    protected override void OnModelCreating(ModelBuilder model)
    {
        var shipment = model.Entity<Shipment>();
        shipment.ToTable("shipments");
        shipment.HasIndex(s => s.OrderId);
    }
}
