#!/usr/bin/env python3
"""Times signing by the reference and by an SDK: nanoseconds, and how much longer the SDK takes.

    .ci/speed.py TOOL [ADAPTER...]      TOOL is oss-conform, built with -c release

Each process signs a request that is made already, again and again, and takes the time itself: the
op `bench` of spec/adapter-protocol.md. The reference keeps its signer, with the V4 key of the day;
an SDK keeps what it keeps. The two take turns, and each number is the median of the rounds.
"""

import json
import statistics
import subprocess
import sys

ROUNDS = 15
NANOSECONDS = 20_000_000  # of one sample
HEADERS = [
    ["Content-MD5", "eB5eJF1ptWaXm4bijSPyxw=="],
    ["Content-Type", "text/plain"],
    ["x-oss-meta-author", "alice@example.com"],
    ["x-oss-meta-title", "Report 2026"],
    ["x-oss-traffic-limit", "819200"],
]
PART = {
    "method": "PUT",
    "bucket": "examplebucket",
    "key": "exampledir/2026 report+v1.txt",
    "headers": HEADERS,
    "query": [["uploadId", "0004B9895DBBB6EC98E36"], ["partNumber", "1"]],
    "credentials": {
        "accessKeyId": "exampleAccessKeyID00",
        "accessKeySecret": "ExampleSecret0000000000000000ab",
    },
    "time": 1_702_743_657,
    "endpoint": "https://oss-cn-hangzhou.aliyuncs.com",
    "region": "cn-hangzhou",
}
URL = {**PART, "headers": [["Content-Type", "text/plain"]], "expires": 1_702_747_257}
INPUTS = {
    "v1.header": PART,
    "v1.presign": URL,
    "v2.header": PART,
    "v2.presign": URL,
    "v4.header": PART,
    "v4.presign": {**URL, "expires": 3600},
}


class Process:
    """An adapter that can be timed."""

    def __init__(self, command: list[str]):
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        hello = self.ask(
            {"op": "hello", "protocol": 1, "runner": {"name": "speed", "version": "1"}}
        )
        self.name = hello["sdk"]["name"]
        self.operations = hello["operations"] if "bench" in hello.get("features", []) else []

    def ask(self, request: dict) -> dict:
        """Return the reply to a request."""
        print(json.dumps(request), file=self.child.stdin, flush=True)
        line = self.child.stdout.readline()
        return json.loads(line) if line else sys.exit(f"speed.py: {request['op']}: no reply came.")

    def time(self, operation: str, count: int) -> int:
        """Return how many nanoseconds an operation takes so many times."""
        request = {"op": "bench", "seq": "1", "operation": operation, "count": count}
        reply = self.ask({**request, "input": INPUTS[operation]})
        if not reply.get("nanoseconds"):
            sys.exit(f"speed.py: {self.name} does not time {operation}: {reply}")
        return reply["nanoseconds"]

    def count(self, operation: str) -> int:
        """Return how often an operation is done in one sample."""
        count = 1
        while (taken := self.time(operation, count)) < NANOSECONDS / 2:
            count *= min(max(NANOSECONDS // taken, 2), 10)
        return count


def main(tool: str, *command: str) -> None:
    """Print a line for each operation that all processes can be timed in."""
    processes = [Process([tool, "adapter"])] + ([Process(list(command))] if command else [])
    print("operation  " + "".join(f"{process.name:>24}" for process in processes) + "   ratio")
    shared = [one for one in INPUTS if all(one in process.operations for process in processes)]
    if not shared:
        sys.exit("speed.py: no operation can be timed in each of them.")
    for operation in shared:
        counts = [process.count(operation) for process in processes]
        rounds = [
            [
                one.time(operation, count) / count
                for one, count in zip(processes, counts, strict=True)
            ]
            for _ in range(ROUNDS)
        ]
        medians = [statistics.median(times) for times in zip(*rounds, strict=True)]
        ratio = statistics.median(times[-1] / times[0] for times in rounds)
        shown = "".join(f"{median:>21.0f} ns" for median in medians)
        print(f"{operation:11}{shown}" + (f"{ratio:7.1f}x" if command else ""))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
