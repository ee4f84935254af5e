"""What the generated estates are made of: domains and the services that each may have."""

DOMAINS: dict[str, tuple[str, ...]] = {
    "ordering": ("orders-api", "cart-service", "checkout-web", "order-history", "returns-api", "quotes-service"),
    "payments": ("payments-api", "ledger", "refunds-worker", "fraud-scoring", "payout-service", "card-vault"),
    "catalogue": ("catalog-api", "search-indexer", "pricing-engine", "media-store", "reviews-service", "assortment"),
    "fulfilment": ("shipping-api", "warehouse-sync", "inventory-service", "route-planner", "carrier-adapter"),
    "identity": ("accounts-api", "auth-server", "consent-service", "profile-service", "device-registry"),
    "outreach": ("email-sender", "sms-gateway", "push-dispatcher", "template-service", "preferences-api"),
    "analytics": ("event-collector", "metrics-api", "report-builder", "customer-segments", "forecasting"),
    "partners": ("partner-portal", "partner-api", "commission-calculator", "onboarding-flow", "contract-store"),
    "support": ("ticket-service", "chat-bridge", "knowledge-base", "call-router", "case-manager"),
    "loyalty": ("points-bank", "rewards-api", "tier-calculator", "campaign-manager", "voucher-service"),
    "compliance": ("limits-service", "sanctions-screening", "kyc-checker", "retention-worker", "audit-trail"),
    "claims": ("claims-api", "damage-estimator", "repair-network", "claim-documents", "subrogation"),
    "underwriting": ("policy-api", "risk-rating", "tariff-engine", "endorsements", "renewals-worker"),
    "travel": ("booking-api", "seat-map", "itinerary-service", "fare-engine", "boarding-pass", "lounge-access"),
    "energy": ("meter-readings", "grid-balancer", "tariff-switcher", "outage-map", "solar-forecast"),
    "clinic": ("appointments-api", "lab-results", "prescriptions", "triage-bot", "patient-summary", "ward-planner"),
}  # fmt: skip
"""Far more than one estate has: a seed picks."""

TEAMS = ("amber", "basalt", "cedar", "delta", "ember", "fjord", "garnet", "heron")

RESOURCES = (
    "orders", "items", "entries", "requests", "records", "batches", "profiles", "offers", "documents", "sessions", "plans", "slots",
    "quotes", "transfers", "tickets", "labels", "readings", "results", "rules", "events",
)  # fmt: skip
