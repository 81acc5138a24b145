"""The version of nerkit, as a literal, because reading installed metadata costs 30 ms at every start."""

__version__ = "0.1.0"


def versions() -> dict[str, str | None]:
    """Return the versions of Python and of the libraries that numbers can depend on; None for an unknown
    version.

    Nothing is imported for it, because scipy takes 0.3 s to load and most scores do not need it.
    """
    import sys
    from importlib.metadata import PackageNotFoundError, version

    found: dict[str, str | None] = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in ("numpy", "scipy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found
