#!/usr/bin/env python3
"""Points unmodified clients at `oss-conform serve`, and holds what comes against a list.

    clients.py CONFORM [--all] [--report FILE] [CLIENT...]

CONFORM is the tool. Without names it runs the clients that CI runs, with `--all` every client, each
with each signature that it makes, with and without a token. An operation that fails, a request
that is refused and a note must be in expected.json, and what is there must come. Prints a
line for each run, the differences below it, and exits 1 if there is one.

The interpreters of the drivers come from the variables PYTHON, AIOOSS2_PYTHON, PACKAGED_PYTHON,
GDAL_PYTHON and RUBY; the script run beside this one sets them.
"""

import argparse
import fnmatch
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / ".build" / "endpoint-clients"
BUCKET, REGION, HOST = "conform-bucket", "cn-hangzhou", "oss.test"
REAL_HOST = f"oss-{REGION}.aliyuncs.com"
SECRET = "conform-secret"
TOKEN = "conform-security-token+/="
SECONDS = 120


class Client(NamedTuple):
    """A client: its driver, what it signs with, and how it is pointed at the endpoint."""

    driver: str
    signatures: str = "v1"
    token: bool = True
    # path: the URL has an IP address; hosts: oss.test; proxy: the endpoint is the proxy of OSS.
    style: str = "path"
    python: str = "PYTHON"
    in_ci: bool = True


CLIENTS = {
    "oss2": Client("oss2_client.py", "v1 v2 v4"),
    "oss2-hosts": Client("oss2_client.py", "v1 v4", style="hosts"),
    "oss2-proxy": Client("oss2_client.py", "v1 v4", style="proxy"),
    "oss-v2": Client("oss_v2_client.py", "v1 v4"),
    "oss-v2-hosts": Client("oss_v2_client.py", "v4", style="hosts"),
    "opendal": Client("opendal_client.py", style="hosts"),
    "libcloud": Client("libcloud_client.py", token=False, style="proxy"),
    "curl": Client("curl_client.py", "v1 v2 v4"),
    "go-hosts": Client("go_client.go", style="hosts"),
    "go": Client("go_client.go"),
    "aliyungo": Client("aliyungo_client.go", style="hosts"),
    "fog": Client("fog_client.rb", token=False, style="proxy"),
    "gdal": Client("gdal_client.py", token=False, python="GDAL_PYTHON"),
    "aiooss2": Client("aiooss2_client.py", "v1 v2", python="AIOOSS2_PYTHON"),
    "torch": Client("torch_client.py", "v4", style="hosts", python="PACKAGED_PYTHON"),
    "jindo": Client("jindo_client.py", "v1 v4", style="hosts", python="PACKAGED_PYTHON"),
    "juicefs": Client("juicefs_client.py", style="hosts", python="PACKAGED_PYTHON"),
    "juicefs-proxy": Client("juicefs_client.py", "v4", style="proxy", python="PACKAGED_PYTHON"),
    # Its CRC in Python makes it slow.
    "gateway": Client("gateway_client.py", "v1 v2 v4", style="hosts", in_ci=False),
    "oss-v2-async": Client("oss_v2_client.py", "v1 v4"),
}


class Run(NamedTuple):
    """What came of one run of a driver."""

    operations: dict[str, str | None]
    entries: dict[str, list[dict[str, Any]]]
    seconds: float
    fault: str | None


def serving(conform: str, client: Client, token: bool, folder: str) -> subprocess.Popen[str]:
    """The endpoint of a run."""
    command = [conform, "serve", "--quiet", "--bucket", BUCKET, "--region", REGION]
    command += ["--endpoint-name", HOST, "--endpoint-name", REAL_HOST]
    command += ["--endpoint-name", "oss.aliyuncs.com"]
    if token:
        keys = {
            "accessKeyId": "STS.conform-key",
            "accessKeySecret": SECRET,
            "securityToken": TOKEN,
        }
        path = Path(folder, "credentials.json")
        path.touch(mode=0o600)
        path.write_text(json.dumps(keys))
        command += ["--credentials", str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def readiness(server: subprocess.Popen[str]) -> dict[str, Any]:
    """What the endpoint says when it is ready."""
    line = server.stdout.readline() if server.stdout else ""
    if not line:
        raise RuntimeError("The endpoint ended before it was ready.")
    return json.loads(line)


def pointed(name: str, client: Client, signature: str, endpoint: str) -> dict[str, str]:
    """The variables that point a driver at an endpoint."""
    address = urlsplit(endpoint).netloc
    names = {
        "ENDPOINT_CLIENT": name,
        "ENDPOINT_ADDRESS": address,
        "ENDPOINT_SIGNATURE": signature,
        "NO_PROXY": "",
        "OSS_ENDPOINT": {
            "path": endpoint,
            "hosts": f"http://{HOST}:{address.split(':')[-1]}",
            "proxy": f"http://{REAL_HOST}",
        }[client.style],
        "PYTHONPATH": str(HERE),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    if client.style == "proxy":
        names |= {"http_proxy": endpoint, "ENDPOINT_PROXY": endpoint}
    kept = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    return kept | names


def variables(name: str, client: Client, signature: str, ready: dict[str, Any]) -> dict[str, str]:
    """The environment of a driver."""
    names = {
        "OSS_ACCESS_KEY_ID": ready["accessKeyId"],
        "OSS_ACCESS_KEY_SECRET": ready.get("accessKeySecret", SECRET),
        "OSS_REGION": REGION,
        "OSS_BUCKET": BUCKET,
        "OSS_CONFORM_CONTROL": ready["control"],
    }
    if "accessKeySecret" not in ready:
        names["OSS_SESSION_TOKEN"] = TOKEN
    return pointed(name, client, signature, ready["endpoint"]) | names


def command(client: Client, builds: bool = True) -> list[str]:
    """The command that runs a driver; one in Go or Ruby is asked by operations.py."""
    driver = HERE / client.driver
    if driver.suffix == ".py":
        return [os.environ.get(client.python, sys.executable), str(driver)]
    if driver.suffix == ".rb":
        return [
            sys.executable,
            str(HERE / "operations.py"),
            os.environ.get("RUBY", "ruby"),
            str(driver),
        ]
    program = BUILD / driver.stem
    sources = [str(HERE / "protocol.go"), str(driver)]
    go = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
    # No module is fetched: the SDKs are those of Debian's packages.
    build = ["go", "build", "-o", str(program), *sources]
    if builds:
        subprocess.run(build, env={**os.environ, **go}, check=True)
    return [sys.executable, str(HERE / "operations.py"), str(program)]


def driven(client: Client, environment: dict[str, str]) -> tuple[list[dict[str, Any]], str | None]:
    """The lines that a driver writes, and how it failed, if it did."""
    driver = subprocess.Popen(
        command(client),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        output, errors = driver.communicate(timeout=SECONDS)
        fault = None
    except subprocess.TimeoutExpired:
        os.killpg(driver.pid, signal.SIGKILL)
        output, errors = driver.communicate()
        fault = f"no end after {SECONDS} seconds"
    if driver.returncode and not fault:
        fault = f"it ended with {driver.returncode}: {errors[-600:]}"
    lines = [json.loads(line) for line in output.splitlines() if line.startswith('{"operation"')]
    return lines, fault or (None if lines else f"it did nothing: {errors[-600:]}")


def performed(conform: str, name: str, client: Client, signature: str, token: bool) -> Run:
    """One run of a driver against an endpoint of its own."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server = serving(conform, client, token, folder)
        try:
            ready = readiness(server)
            lines, fault = driven(client, variables(name, client, signature, ready))
            journal = f"{ready['control']}/journal"
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(journal) as text:
                entries = json.load(text)["entries"]
        finally:
            server.terminate()
            server.wait(timeout=10)
    if server.returncode not in (0, -signal.SIGTERM, 1):
        fault = fault or f"the endpoint ended with {server.returncode}"
    by_operation, before = {}, 0
    for line in lines:
        numbers = range(before + 1, line["requests"] + 1)
        by_operation[line["operation"]] = [e for e in entries if e["number"] in numbers]
        before = line["requests"]
    by_operation["afterwards"] = [entry for entry in entries if entry["number"] > before]
    operations = {line["operation"]: line["error"] for line in lines}
    return Run(operations, by_operation, time.monotonic() - start, fault)


def clauses(entry: dict[str, Any]) -> list[str]:
    """What an entry is refused or noted for, each as one word."""
    if "fault" in entry:
        return ["refused HTTP"]
    if not entry["verified"]:
        reasons = entry["reasons"]
        named = reasons and reasons[0]["certainty"] != "possible" and reasons[0].get("clause")
        failures = [failure["clause"] or failure["code"] for failure in entry["failed"]]
        return [f"refused {named or failures[0]}"]
    return [f"noted {note['clause']}" for note in entry["notes"]]


def found(run: Run) -> dict[str, list[str]]:
    """What is wrong, by operation: `failed`, `refused CLAUSE` and `noted CLAUSE`."""
    result = {}
    for name, entries in run.entries.items():
        words = {word for entry in entries for word in clauses(entry)}
        if run.operations.get(name):
            words.add("failed")
        if words:
            result[name] = sorted(words)
    return result


def differences(name: str, run: Run, expected: list[dict[str, Any]]) -> Iterator[str]:
    """What came and is not expected, and what is expected and did not come."""
    if run.fault:
        yield run.fault
    listed = [row for row in expected if any(fnmatch.fnmatchcase(name, run) for run in row["runs"])]
    came, unknown = set(), defaultdict(list)
    for operation, words in found(run).items():
        for word in words:
            rows = {number for number, row in enumerate(listed) if is_in(row, operation, word)}
            came |= {(row, word) for row in rows}
            if not rows:
                unknown[word].append(operation)
    for word, operations in unknown.items():
        yield f"{word}: {', '.join(operations)}: {evidence(operations[0], word, run)}"
    for number, row in enumerate(listed):
        for word in row["found"]:
            if (number, word) not in came:
                yield f"no longer {word}: {', '.join(row['operations'])}: {row['why']}"


def is_in(row: dict[str, Any], operation: str, word: str) -> bool:
    """Whether a row of the list has this."""
    patterns = row["operations"]
    return word in row["found"] and any(fnmatch.fnmatchcase(operation, it) for it in patterns)


def evidence(operation: str, word: str, run: Run) -> str:
    """What shows it."""
    if word == "failed":
        return " ".join(str(run.operations[operation]).split())
    entry = next(entry for entry in run.entries[operation] if word in clauses(entry))
    sentences = [failure["sentence"] for failure in entry["failed"]]
    sentences += [note["sentence"] for note in entry["notes"]] + [entry.get("fault", "")]
    return f"{entry['method']} {entry['target'][:200]}: {entry['status']} {' '.join(sentences)}"


def runs(names: list[str], everything: bool) -> Iterator[tuple[str, str, bool]]:
    """The runs that are asked for."""
    for name, client in CLIENTS.items():
        if name in names or (not names and (everything or client.in_ci)):
            for signature in client.signatures.split():
                for token in (False, True)[: 1 + client.token]:
                    yield name, signature, token


def with_hosts() -> None:
    """Starts this program again where oss.test is this machine, which needs root, if need be."""
    hosts = Path("/etc/hosts").read_text()
    if f"{BUCKET}.{HOST}" in hosts:
        return
    with tempfile.NamedTemporaryFile("w", prefix="hosts", delete=False) as file:
        file.write(f"{hosts}\n127.0.0.1 {HOST} {BUCKET}.{HOST}\n")
    os.chmod(file.name, 0o644)
    script = 'mount --bind "$0" /etc/hosts && rm -f "$0"; exec "$@"'
    command = ["unshare", "--mount", "sh", "-c", script, file.name, sys.executable, *sys.argv]
    os.execvp(command[0], command)


def main() -> int:
    """Runs the clients, and says what differs."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("conform")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--report", type=Path, help="a file for what came of each operation")
    parser.add_argument("clients", nargs="*", metavar="CLIENT")
    asked = parser.parse_intermixed_args()
    with_hosts()
    expected = json.loads((HERE / "expected.json").read_text())
    passed = failed = 0
    report = {}
    for client, signature, token in runs(asked.clients, asked.all):
        run = performed(asked.conform, client, CLIENTS[client], signature, token)
        name = f"{client} {signature}{' token' if token else ''}"
        different = list(differences(name, run, expected))
        words = Counter(word.split()[0] for entries in found(run).values() for word in entries)
        requests = sum(map(len, run.entries.values()))
        print(
            f"{name}: {len(run.operations)} operations, {words['failed']} failed; "
            f"{requests} requests, in {words['refused']} operations refused, "
            f"in {words['noted']} noted; {run.seconds:.1f} s",
            flush=True,
        )
        for line in different:
            print(f"  {line}", flush=True)
        report[name] = {"operations": run.operations, "found": found(run)}
        passed, failed = passed + (not different), failed + bool(different)
    if asked.report:
        asked.report.write_text(json.dumps(report, indent=1))
    print(f"\n{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
