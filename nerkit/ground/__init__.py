"""What everything may use: how much of an input is taken, text of others made harmless, how far work is."""
