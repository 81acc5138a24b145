"""The version of nerkit, a literal: reading installed metadata costs 30 ms at every start."""

__version__ = "0.1.0"
