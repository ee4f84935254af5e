"""What a plant costs today, and a promise to keep it for a quarter of an hour."""
