"""An adapter to copy; run it with python3. Put the call of your SDK in the place of `sdk_sign`."""

import base64
import hashlib
import hmac
import json
import sys
import time

SDK = {"name": "my-sdk", "version": "0", "language": "python"}
OFFER = {"operations": ["v1.header"], "profiles": ["signing"], "habits": []}
replies, sys.stdout = sys.stdout, sys.stderr  # Trap, noise: what the SDK prints is no reply.


def sdk_sign(method, bucket, key, access_key_id, secret):
    """In the place of your SDK: signs what has no headers, parameters or token, at time.time()."""
    if not secret:
        raise ValueError("the secret is empty")
    date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time()))
    text = f"{method}\n\n\n{date}\n/" + (f"{bucket}/{key or ''}" if bucket else "")
    code = base64.b64encode(hmac.digest(secret.encode(), text.encode(), hashlib.sha1)).decode()
    return {"Date": date, "Authorization": f"OSS {access_key_id}:{code}"}


def sign(given):
    """Calls the SDK with what is given, and returns what it shows."""
    credentials, bucket, key = given["credentials"], given.get("bucket"), given.get("key")
    time.time = lambda: given["time"]  # Trap, the clock: the SDK's is that of the request.
    if given.get("headers") or given.get("query") or credentials.get("securityToken"):
        raise NotImplementedError("the SDK signs no headers, no parameters and no token")
    if isinstance(bucket, dict) or isinstance(key, dict):  # Trap, byte strings: {"base64": "..."}
        raise NotImplementedError("the SDK takes text alone")
    access_key_id, secret = credentials["accessKeyId"], credentials["accessKeySecret"]
    sent = sdk_sign(given.get("method") or "GET", bucket, key, access_key_id, secret)
    return {"authorization": sent["Authorization"], "headers": list(sent.items())}


def answer(request):
    """The reply to a request."""
    if request["op"] == "hello":
        return {"protocol": 1, "sdk": SDK, **OFFER}
    try:
        if request["operation"] not in OFFER["operations"]:
            raise NotImplementedError("the operation is not listed")
        return {"status": "ok", "output": sign(request["input"])}
    except NotImplementedError as error:
        return {"status": "unsupported", "reason": str(error)}  # the SDK has no way to say it
    except ValueError as error:  # the exceptions by which your SDK refuses
        return {"status": "rejected", "error": {"message": str(error)}}
    except Exception as error:
        return {"status": "failed", "message": repr(error)}


for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["op"] == "bye":
        break
    reply = json.dumps(dict(answer(request), seq=request.get("seq")))
    print(reply, file=replies, flush=True)  # Trap, flushing: else nothing arrives.
