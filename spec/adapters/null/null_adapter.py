"""Adapters that cannot sign: every vector must fail each of them.

    python3 null_adapter.py MODE

A vector that one of the six passes proves nothing about an SDK that passes it too. The mode
`previous` comes closest: it asks the oracle, and gives the right answer to the request before.
"""

import base64
import json
import pathlib
import random
import sys

sys.dont_write_bytecode = True  # the specification's folder stays as it is
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "oracle"))

import operations  # noqa: E402

PROFILES = ["signing", "services", "refresh", "hardening", "ios", "scaled", "ecs"]
DICE = random.Random(20260401)


def ok(output):
    """A reply with this output."""
    return {"status": "ok", "output": output}


def signed(signature, digest):
    """An answer with all members that a signature or a digest needs."""
    identity = "exampleAccessKeyID00"
    url = "https://examplebucket.oss-cn-hangzhou.aliyuncs.com/key.txt"
    return ok(
        {
            "signature": signature,
            "authorization": f"OSS {identity}:{signature}",
            "headers": [["Authorization", f"OSS {identity}:{signature}"]],
            "url": url,
            "accessKeyId": identity,
            "digest": digest,
            "text": signature,
            "data": digest,
        }
    )


def constant(request):
    """The same answer to everything, with the members of the other operations too."""
    reply = signed("e7SraDhJXAr2ERmY+/n0fAmnDgk=", "a9993e364706816aba3e25717850c26c9cd0d89d")
    reply["output"].update(
        {
            "accessKeySecret": "secret",
            "securityToken": "token",
            "expiration": 1446544379000,
            "standing": "fresh",
            "remaining": 300000,
            "effective": 1446544379000,
            "bound": "interval",
            "findings": [],
            "offset": 0,
            "learned": False,
            "action": "give-up",
            "verdict": "success",
            "contentType": "application/octet-stream",
            "answers": [],
            "fetches": [],
        }
    )
    return reply


def dice(request):
    """A signature, a digest or a refusal, as the dice have it; the URL is right for one vector."""
    if DICE.random() < 0.2:
        return {"status": "rejected", "error": {"class": "missing-secret"}}
    data = bytes(DICE.randrange(256) for _ in range(20))
    return signed(base64.b64encode(data).decode("ascii"), data.hex())


class Previous:
    """The right answer to the request before, of whichever operation."""

    def __init__(self):
        self.reply = ok({})

    def __call__(self, request):
        reply, self.reply = self.reply, operations.answer(request["operation"], request["input"])
        return reply


MODES = {
    "empty": lambda request: ok({}),
    "echo": lambda request: ok(request["input"]),
    "constant": constant,
    "reject": lambda request: {"status": "rejected", "error": {}},
    "random": dice,
    "previous": Previous(),
}


def main(mode):
    """Answers every request on standard input in one way."""
    sdk = {"name": "null " + mode, "version": "0", "language": "python"}
    for request in map(json.loads, sys.stdin.buffer):
        if request["op"] == "hello":
            names = list(operations.OPERATIONS)
            reply = {"protocol": 1, "sdk": sdk, "operations": names, "profiles": PROFILES}
        elif request["op"] == "run":
            reply = dict(MODES[mode](request), seq=request["seq"])
        else:
            return
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in MODES:
        sys.exit("usage: null_adapter.py " + "|".join(MODES))
    main(sys.argv[1])
