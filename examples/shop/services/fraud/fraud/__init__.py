"""Says how likely it is that a card is not the buyer's."""
