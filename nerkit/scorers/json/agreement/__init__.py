"""The leaves in which two rows agree, whatever is matched with what."""
