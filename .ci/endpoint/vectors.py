#!/usr/bin/env python3
"""Sends each signing vector to `oss-conform serve`, by a raw socket and by curl.

    vectors.py CONFORM

The requests are those of the oracle. The control port gives the endpoint the time and the key of
each. A request must be verified; vectors that show what a client signs although OSS refuses it for
its form, its time or its token are counted apart. Prints both counts, and each other request that
is refused, and exits 1 if there is one.
"""

import collections
import http.client
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "spec" / "mistakes"), str(ROOT / "spec" / "oracle")]

from operations import answer  # noqa: E402
from wire import OPERATIONS, host_of, written  # noqa: E402

# At a journal's end older requests are dropped.
CHUNK = 900
LEAST = 1_900
# The clock can be so many seconds from that of the machine.
LATEST = 100 * 365 * 86_400
TOKENS = ("x-oss-security-token", "security-token")
# A vector that OSS refuses on purpose fails at one of these steps.
MEANT = {"form", "time", "token"}
# The endpoint's clock is so many seconds behind the time of a vector, so that none ends meanwhile.
BEHIND = 60


class Case:
    """A vector as a request, and what the endpoint must know to verify it."""

    def __init__(self, vector, request):
        given = vector["input"]
        self.id, (self.method, authority, self.target, self.headers) = vector["id"], request
        key = given["credentials"]
        self.key = {name: key[name] for name in key if key[name]}
        # A token that the caller gives among the headers or parameters is that of the key.
        own = [pair for pair in (given["headers"] + given["query"]) if pair[0].lower() in TOKENS]
        if own and "securityToken" not in self.key:
            self.key["securityToken"] = own[0][-1].strip()
        self.time = max(given.get("time") or 0, BEHIND) - BEHIND
        self.region = given.get("region") or "cn-hangzhou"
        host, self.prefix, _ = host_of(given)
        sent = next(value for name, value in self.headers if name.lower() == b"host")
        self.host = re.sub(r":\d*$", "", sent.decode().lower())
        is_domain = given.get("addressing") == "cname" or sent != authority
        self.domain = {self.host: given.get("bucket")} if is_domain else {}
        self.endpoint = host.decode().lower()
        length = [value for name, value in self.headers if name.lower() == b"content-length"]
        self.body = b"b" * int(length[0]) if length else b""

    def why_not(self):
        """Why it cannot be sent to this endpoint; nothing if it can."""
        if self.prefix:
            return "the endpoint has no path before the bucket"
        if None in self.domain.values():
            return "a domain of no bucket"
        if self.time - time.time() > LATEST:
            return "a time that the clock of the endpoint does not reach"
        if self.key["accessKeyId"].startswith("LTAI"):
            return "the endpoint takes no key as a real one"
        return ""


class Endpoint:
    """A server for the cases whose hosts mean the same."""

    def __init__(self, region):
        self.region, self.names, self.domains, self.cases = region, set(), {}, []

    def takes(self, case):
        """Takes a case, unless a domain of it is that of another bucket here."""
        is_other = any(self.domains.get(one, own) != own for one, own in case.domain.items())
        is_region = self.region == case.region or case.host.endswith(".aliyuncs.com")
        if is_other or not is_region:
            return False
        self.domains |= case.domain
        if not case.domain and not case.host.endswith(".aliyuncs.com"):
            self.names.add(case.endpoint)
        self.cases.append(case)
        return True

    def start(self, conform):
        """Starts it, and waits until it is ready."""
        flags = ["--region", self.region]
        flags += [word for name in sorted(self.names) for word in ("--endpoint-name", name)]
        for domain, bucket in sorted(self.domains.items()):
            flags += ["--cname", f"{domain}={bucket}"]
        command = [conform, "serve", "--vectors", str(ROOT / "vectors"), *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        ready = json.loads(self.process.stdout.readline())
        self.port, self.control_port = (
            int(ready[name].rsplit(":", 1)[1]) for name in ("endpoint", "control")
        )
        self.control = http.client.HTTPConnection("127.0.0.1", self.control_port, timeout=10)

    def call(self, method, path, body=None):
        """A call of the control port."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        self.control.request(method, path, body and json.dumps(body), headers)
        found = self.control.getresponse()
        text = json.loads(found.read())
        if found.status != 200:
            raise RuntimeError(f"{path}: {text}")
        return text

    def stop(self):
        """Ends it."""
        self.process.terminate()
        self.process.wait(10)


def changes(cases):
    """Each case with the calls of the control port before it."""
    known, clock = {}, None
    for case in cases:
        calls, name = [], case.key["accessKeyId"]
        if known.get(name) != case.key:
            calls.append(("/keys", case.key))
            known[name] = case.key
        if clock != case.time:
            calls.append(("/clock", {"offset": case.time - int(time.time())}))
            clock = case.time
        yield case, calls


class Raw:
    """A socket that stays open from one request to the next."""

    def __init__(self, port):
        self.port, self.file = port, None

    def send(self, case):
        """Sends a request, and reads the answer to its end."""
        lines = [case.method + b" " + case.target + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in case.headers]
        if self.file is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), 10)
            self.file = self.socket.makefile("rb")
        self.socket.sendall(b"\r\n".join([*lines, b"", b""]) + case.body)
        head = b"".join(iter(self.file.readline, b"\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        if length and case.method != b"HEAD":
            self.file.read(int(length[1]))
        if b"connection: close" in head:
            self.socket.close()
            self.file = None


def by_socket(endpoint, cases):
    """Sends cases by a raw socket."""
    raw = Raw(endpoint.port)
    for case, calls in changes(cases):
        for path, body in calls:
            endpoint.call("POST", path, body)
        raw.send(case)


def quoted(text):
    """A value in the configuration of curl."""
    return b'"' + text.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\t", b"\\t") + b'"'


def by_curl(endpoint, cases):
    """Sends cases by one curl, which also calls the control port between them."""
    with tempfile.TemporaryDirectory() as name:
        run_curl(endpoint, cases, Path(name))


def run_curl(endpoint, cases, folder):
    """Writes the configuration of curl, and runs it."""
    lines = []

    def add(url, *others):
        common = [b"path-as-is", b"globoff", b"silent", b"show-error", b'output = "/dev/null"']
        lines.extend([b"url = " + quoted(url), *common, b"max-time = 10", *others, b"next"])

    for case, calls in changes(cases):
        for path, body in calls:
            data = quoted(json.dumps(body).encode())
            add(
                f"http://127.0.0.1:{endpoint.control_port}{path}".encode(),
                b'header = "Content-Type: application/json"',
                b"data-binary = " + data,
            )
        headers = [
            b"header = " + quoted(name + (b": " + value if value.strip(b" \t") else b";"))
            for name, value in case.headers
        ]
        if case.body:
            # A line of the configuration has a limit.
            body = folder / str(len(case.body))
            body.write_bytes(case.body)
            headers.append(b"data-binary = " + quoted(b"@" + str(body).encode()))
            if not any(name.lower() == b"content-type" for name, _ in case.headers):
                headers.append(b'header = "Content-Type:"')
        is_head = case.method == b"HEAD"
        method = b"head" if is_head else b"request = " + quoted(case.method)
        add(f"http://127.0.0.1:{endpoint.port}".encode() + case.target, method, *headers)
    (folder / "config").write_bytes(b"\n".join(lines[:-1]) + b"\n")
    subprocess.run(["curl", "--config", folder / "config"], check=True, timeout=60)


def verdicts(endpoint, send):
    """Sends all cases, and gives each with its entry of the journal."""
    for start in range(0, len(endpoint.cases), CHUNK):
        cases = endpoint.cases[start : start + CHUNK]
        endpoint.call("POST", "/reset", {})
        send(endpoint, cases)
        entries = endpoint.call("GET", "/journal")["entries"]
        if len(entries) != len(cases):
            raise RuntimeError(f"{len(cases)} were sent, and {len(entries)} came")
        yield from zip(cases, entries, strict=True)


def sendable():
    """The cases that can be sent, and why others cannot."""
    cases, reasons = [], collections.Counter()
    for path in sorted((ROOT / "vectors").glob("v[124]/*.json")):
        for vector in json.loads(path.read_text("utf-8"))["vectors"]:
            if vector["operation"] not in OPERATIONS or "error" in vector["expect"]:
                continue
            reply = answer(vector["operation"], vector["input"])
            case = Case(vector, written(vector["input"], reply["output"]))
            why = case.why_not()
            if why:
                reasons[why] += 1
            else:
                cases.append(case)
    return sorted(cases, key=lambda case: (case.time, case.key["accessKeyId"])), reasons


def endpoints_for(cases):
    """As many endpoints as the cases need."""
    endpoints = [Endpoint("cn-hangzhou")]
    for case in cases:
        if not any(one.takes(case) for one in endpoints):
            endpoints.append(Endpoint(case.region))
            endpoints[-1].takes(case)
    return endpoints


def counted(conform, endpoints, send):
    """How many requests come to what, and a line for each that should not be refused."""
    counts, failed = collections.Counter(), []
    for endpoint in endpoints:
        endpoint.start(conform)
        try:
            for case, entry in verdicts(endpoint, send):
                steps = {one["step"] for one in entry["failed"]}
                if "fault" in entry or not steps <= MEANT:
                    failed.append(f"{case.id}: {entry['headline']}")
                counts[", ".join(sorted(steps)) or "verified"] += 1
        finally:
            endpoint.stop()
    return counts, failed


def main(words):
    """Sends all both ways; returns the exit status."""
    if len(words) != 1:
        sys.exit(__doc__)
    cases, reasons = sendable()
    every, is_wrong = [], False
    for name, send in (("a raw socket", by_socket), ("curl", by_curl)):
        began = time.monotonic()
        counts, failed = counted(words[0], endpoints_for(cases), send)
        summary = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
        print(f"by {name}: {summary}; {time.monotonic() - began:.1f} s")
        print("\n".join(failed[:40]), end="\n" if failed else "")
        is_wrong |= bool(failed) or counts["verified"] < LEAST
        every.append(counts)
    for why, count in reasons.items():
        print(f"not sent: {count}, {why}")
    return 1 if is_wrong or every[0] != every[1] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
