"""Faster memory for arrays: keep freed memory for reuse, and use large pages.

Normally the C library returns large blocks to the system at once, and the system clears them before reuse. A
command that makes many arrays spends a tenth of its time on this. To get memory in pages of 4 KB takes
another tenth, in pages of 2 MB almost no time.
"""

from typing import Any

MMAP_THRESHOLD, TRIM_THRESHOLD, MMAP_MAX = -3, -1, -4  # names of mallopt parameters (glibc)
HUGE_PAGES = 14  # names of madvise values (Linux)
PAGE = 1 << 21  # bytes of a large page
LARGEST = 1 << 25  # largest block that reuses freed memory, in bytes; the maximum of glibc
KEPT = 1 << 28  # bytes at the end of the heap that are not returned to the system
RESERVED = KEPT - LARGEST  # size of the address range that is reserved at once
MAPPED = 1 << 16  # default number of blocks that glibc maps separately


def keep_freed() -> None:
    """Make this process keep freed memory and use large pages, if its C library is glibc."""
    try:
        import ctypes  # which numpy loads anyway

        library = ctypes.CDLL(None)
        mallopt = library.mallopt
    except (ImportError, OSError, AttributeError, TypeError):  # another system, or library
        return
    mallopt(MMAP_THRESHOLD, LARGEST)
    mallopt(TRIM_THRESHOLD, KEPT)
    if _is_unlimited():
        mallopt(MMAP_MAX, 0)  # so that the next block is at the end of the heap
        _reserve(ctypes, library)
        mallopt(MMAP_MAX, MAPPED)


def _is_unlimited() -> bool:
    """Whether the address space of this process is unlimited (`ulimit -v`)."""
    try:
        import resource
    except ImportError:  # as on Windows
        return False
    limits = (resource.getrlimit(which)[0] for which in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return all(limit == resource.RLIM_INFINITY for limit in limits)


def _reserve(ctypes: Any, library: Any) -> None:
    """Allocate addresses at the end of the heap, request large pages for them, and free them.

    The system provides the memory only when it is used.
    """
    library.malloc.restype, library.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    library.free.argtypes = [ctypes.c_void_p]
    library.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    begin = library.malloc(RESERVED)
    if begin is None:  # the process may not use so much address space
        return
    first, last = -(-begin // PAGE) * PAGE, (begin + RESERVED) // PAGE * PAGE
    library.madvise(first, last - first, HUGE_PAGES)
    library.free(begin)
