"""A complete adapter, to copy. Put your SDK's call into `sign`; everything else may stay."""

import json
import sys


def sign(given):
    """Calls the SDK, its clock set to given["time"], and shows what it would send."""
    # Return what the SDK shows, such as {"authorization": "...", "headers": [["Date", "..."]]}.
    raise NotImplementedError("call the SDK here")


SDK = {"name": "my-sdk", "version": "0", "language": "python"}
for request in map(json.loads, sys.stdin.buffer):
    if request["op"] == "hello":
        reply = {"protocol": 1, "sdk": SDK, "operations": ["v1.header"]}
    elif request["op"] == "run" and request["operation"] == "v1.header":
        try:
            reply = {"seq": request["seq"], "status": "ok", "output": sign(request["input"])}
        except Exception as error:
            reply = {"seq": request["seq"], "status": "failed", "message": repr(error)}
    elif request["op"] == "bye":
        break
    else:
        reply = {"seq": request.get("seq"), "status": "unsupported", "reason": "not known here"}
    print(json.dumps(reply), flush=True)
