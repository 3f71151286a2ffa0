#!/usr/bin/env python3
"""An SDK that makes some of the mistakes: the oracle with their edits, behind the adapter protocol.

    oss-conform simulate -- python3 spec/mistakes/edited_adapter.py refresh-herd

So a runner or a search can be tried: what it is for must be found.
"""

import sys

sys.dont_write_bytecode = True  # the folders stay as they are

from edited_oracle import Fault, Oracle  # noqa: E402
from pages import HERE, chosen  # noqa: E402

ORACLE = HERE.parent / "oracle"
sys.path.append(str(ORACLE))

import adapter  # noqa: E402


def main(words):
    """Serve the oracle with the mistakes; return the exit status."""
    try:
        sections = {one.id: one for one in chosen(words)}
        if not words or set(words) - set(sections):
            sys.exit("edited_adapter.py: give ids of mistakes.")
        edits = [block for one in words for block in sections[one].edits(sections[one].names)]
        adapter.answer, _ = Oracle(ORACLE).changed(edits)
    except Fault as fault:
        sys.exit(str(fault))
    adapter.main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
