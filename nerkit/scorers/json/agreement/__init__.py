"""The leaves in which two rows agree, whatever rows are matched."""
