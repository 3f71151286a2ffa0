#!/usr/bin/env python3
"""Run the lines of vectors/README.md that name a mistake, for an SDK that makes one.

The SDK keeps the blanks at the end of a header's value; the lines must say so.
"""

import base64
import contextlib
import hashlib
import hmac
import io
import json
import pathlib
import sys

VECTOR, MISTAKE = "v1-hdr-trailing-space", "header-values-not-trimmed (V1-HDR-3"


def wrong_signature():
    """The signature of the SDK."""
    suite = json.loads(pathlib.Path("vectors/v1/headers.json").read_text("ascii"))
    vector = next(one for one in suite["vectors"] if one["id"] == VECTOR)
    right = vector["expect"]["stages"]["stringToSign"]
    string = right.replace("x-oss-meta-a:v\n", "x-oss-meta-a:v \n")
    if string == right:
        raise ValueError(f"{VECTOR} has no blank to keep")
    secret = vector["input"]["credentials"]["accessKeySecret"]
    code = hmac.new(secret.encode(), string.encode(), hashlib.sha1).digest()
    return base64.b64encode(code).decode()


def main():
    """Run the lines; return the exit status."""
    page = pathlib.Path("vectors/README.md").read_text("utf-8")
    blocks = [part.split("```")[0] for part in page.split("```python\n")[1:]]
    lines = next(block for block in blocks if "fingerprints.json" in block)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(lines.replace("SIGNATURE", wrong_signature()), {})
    print(output.getvalue(), end="")
    return 0 if output.getvalue().startswith(MISTAKE) else f"{MISTAKE} is not named"


if __name__ == "__main__":
    sys.exit(main())
