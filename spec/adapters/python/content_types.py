"""What the adapters need that ask an SDK for the content type of an upload."""

import mimetypes

NAMELESS = "object"  # An SDK wants a name for each object; this one says nothing of a type.


def forget_the_types_of_this_machine() -> None:
    """Keeps Python's own list of content types, without the files that a machine may add."""
    mimetypes.knownfiles.clear()
    mimetypes.init()
