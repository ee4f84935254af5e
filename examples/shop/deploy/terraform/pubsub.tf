# E-mail jobs: the one queue that is not on Kafka (ADR 11).

resource "google_pubsub_topic" "email_jobs" {
  name    = "email-jobs"
  project = var.project

  message_retention_duration = "86400s"

  labels = {
    system = "channels"
    owner  = "web-team"
  }
}

resource "google_pubsub_topic" "email_jobs_dead" {
  name    = "email-jobs-dead"
  project = var.project
}

resource "google_pubsub_subscription" "email_jobs_worker" {
  name    = "email-jobs-worker"
  project = var.project
  topic   = google_pubsub_topic.email_jobs.id

  ack_deadline_seconds = 30

  retry_policy {
    minimum_backoff = "10s"
    maximum_backoff = "600s"
  }

  dead_letter_policy {
    dead_letter_topic     = google_pubsub_topic.email_jobs_dead.id
    max_delivery_attempts = 8
  }
}
