"""A complete adapter for one operation, to copy. Put your SDK's call into `sign`.

One vector first, and then all of the operation:

    swift run oss-conform check --id v1-hdr-sorted -- python3 my_adapter.py
    swift run oss-conform check --operation v1.header -- python3 my_adapter.py
"""

import json
import sys

SDK = {"name": "my-sdk", "version": "0", "language": "python"}
OPERATIONS = ["v1.header"]


class Refused(Exception):
    """The SDK refuses the input. Better: catch your SDK's own exceptions where this is caught."""


class Unsupported(Exception):
    """The SDK has no way to say what the input asks for."""


def sign(given):
    """Calls the SDK, its clock set to given["time"], and returns what it would send.

    spec/adapter-protocol.md lists the members of `given`. Any of them but `time` and `credentials`
    may be missing or None; a string that is not UTF-8 comes as {"base64": "..."}.
    """
    # Return what the SDK shows, such as {"authorization": "OSS id:signature"}.
    raise NotImplementedError("call the SDK here")


def answer(request):
    """The reply to one request."""
    if request["op"] == "hello":
        return {"protocol": 1, "sdk": SDK, "operations": OPERATIONS}
    try:
        reply = {"status": "ok", "output": sign(request["input"])}
    except Refused as error:
        reply = {"status": "rejected", "error": {"message": str(error)}}
    except Unsupported as error:
        reply = {"status": "unsupported", "reason": str(error)}
    except Exception as error:
        reply = {"status": "failed", "message": repr(error)}
    return dict(reply, seq=request["seq"])


for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["op"] == "bye":
        break
    print(json.dumps(answer(message)), flush=True)
