"""The oracle behind the adapter protocol: spec/oracle as one more SDK.

    oss-conform fuzz -- python3 spec/oracle/adapter.py

The two implementations were written apart, so a request on which they differ shows a mistake of one
of them, or a sentence of the specification that can be read in two ways.
"""

import json
import sys

sys.dont_write_bytecode = True  # the specification's folder stays as it is

from operations import OPERATIONS, answer  # noqa: E402

GREETING = {
    "protocol": 1,
    "sdk": {"name": "oracle", "version": "1", "language": "python"},
    "operations": sorted(OPERATIONS),
    "profiles": ["signing", "services", "refresh", "hardening", "ios", "scaled", "ecs"],
    "window": 16,
}


def main():
    """Answers each request on standard input."""
    for request in map(json.loads, sys.stdin.buffer):
        if request["op"] == "bye":
            return
        if request["op"] == "hello":
            reply = GREETING
        else:
            reply = dict(answer(request["operation"], request["input"]), seq=request["seq"])
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
