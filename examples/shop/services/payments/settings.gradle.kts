rootProject.name = "payments"
