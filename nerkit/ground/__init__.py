"""Common ground of all rooms: limits of inputs, harmless text, progress."""
