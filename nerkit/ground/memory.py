"""Memory that arrays have freed, kept for the next ones.

The C library gives large pieces back to the system at once, which clears them before they are used again:
a tenth of the time of a command that makes many arrays.
"""

MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1  # what GNU's mallopt calls them
LARGEST = 1 << 25  # bytes of a piece that comes from what was freed; GNU's C library allows no more
KEPT = 1 << 28  # bytes at the end of the memory that are not given back


def keep_freed() -> None:
    """Keep freed memory in this process, where its C library is GNU's."""
    try:
        import ctypes  # which numpy loads anyway

        mallopt = ctypes.CDLL(None).mallopt
    except (ImportError, OSError, AttributeError, TypeError):  # another system, or library
        return
    mallopt(MMAP_THRESHOLD, LARGEST)
    mallopt(TRIM_THRESHOLD, KEPT)
