variable "project" {
  description = "The project that holds the queue: fernway-dev or fernway-prod."
  type        = string
}
