#!/usr/bin/env python3
"""Runs unmodified clients over the scenarios, and holds what is found against a list.

    scenarios.py CONFORM [--all] [--write] [CLIENT...]

CONFORM is the tool. Without names it runs the clients that CI runs, with `--all` every one. What is
found must be in scenarios.json, with a cause, and what is there must be found. `--write` writes
what is found there, and the table into spec/scenarios.md. The interpreters come from the
variables that clients.py has. `scenarios.py --drive CLIENT` is what runs for each scenario.
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
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from clients import (
    CLIENTS,
    HERE,
    HOST,
    REAL_HOST,
    Client,
    command,
    pointed,
    with_hosts,
)

SCENARIOS = HERE.parents[1] / "spec" / "scenarios"
PAGE = SCENARIOS.with_suffix(".md")
LIST = HERE / "scenarios.json"
MARKS = ("<!-- clients: begin -->\n", "<!-- clients: end -->\n")
SECONDS = 25
# The exit status of a driver whose client has no such call; operations.py has it, too.
NOT_OFFERED = 77
OSSFS = Client("ossfs_client.py", python="AIOOSS2_PYTHON")
# What each signs with here; those of CI come first.
RUNS = {
    "oss2": "v4",
    "oss-v2": "v4",
    "oss-v2-async": "v4",
    "ossfs": "v1",
    "aiooss2": "v1",
    "opendal": "v1",
    "go": "v1",
    "aliyungo": "v1",
    "juicefs": "v1",
    "torch": "v4",
    "jindo": "v4",
    "fog": "v1",
    "gdal": "v1",
    "libcloud": "v1",
}
IN_CI = ("oss2", "oss-v2")
# These ask a provider, which fetches from a URI.
FETCHING = ("oss2", "oss-v2", "oss-v2-async")


def client_of(name: str) -> Client:
    """A client by its name."""
    return OSSFS if name == "ossfs" else CLIENTS[name]


def applies(scenario: dict[str, Any], name: str) -> bool:
    """Whether a client can pass: where a token must be fetched, one that fetches none cannot."""
    fetches = [seen for seen in scenario["seen"] if seen["on"] == "Token"]
    needs = any(seen.get("exactly", seen.get("atLeast", 0)) > 0 for seen in fetches)
    has_tokens = client_of(name).token or scenario["credentials"] == "static"
    return has_tokens and (name in FETCHING or not needs)


def drive(name: str) -> int:
    """Does the task of the scenario in the environment by a client, if it can do it."""
    scenario = os.environ["OSS_SCENARIO"]
    if not applies(json.loads((SCENARIOS / f"{scenario}.json").read_text()), name):
        return NOT_OFFERED
    client = client_of(name)
    environment = pointed(name, client, RUNS[name], os.environ["OSS_ENDPOINT"])
    with subprocess.Popen(
        command(client, builds=False), env=environment, start_new_session=True
    ) as driver:
        try:
            status = driver.wait(SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(driver.pid, signal.SIGKILL)
            note = Path(os.environ["ENDPOINT_NOTES"], scenario)
            note.write_text(f"no end after {SECONDS} seconds")
            return 1
    return status


def found(conform: str, name: str) -> dict[str, list[str] | None]:
    """What is found of a client, by scenario: clauses, and None where it was not asked."""
    command(client_of(name))
    with tempfile.TemporaryDirectory() as folder:
        report, notes = Path(folder, "report.json"), Path(folder, "notes")
        notes.mkdir()
        serve = [conform, "serve", "--scenario", "all", "--report", f"json={report}"]
        serve += ["--endpoint-name", HOST, "--endpoint-name", REAL_HOST]
        serve += ["--endpoint-name", "oss.aliyuncs.com"]
        driver = [sys.executable, str(Path(__file__).resolve()), "--drive", name]
        names = {**os.environ, "ENDPOINT_NOTES": str(notes)}
        ended = subprocess.run(
            [*serve, "--", *driver], env=names, capture_output=True, text=True, check=False
        )
        if ended.returncode not in (0, 1):
            raise SystemExit(f"{name}: {ended.returncode}: {ended.stdout}{ended.stderr}"[-2000:])
        cells: dict[str, list[str] | None] = {}
        for played in json.loads(report.read_text())["scenarios"]:
            note = notes / played["name"]
            clauses = {finding["clause"] for finding in played["findings"]}
            if played["task"] == "many":
                # Whether a caller begins before another is refused is up to the scheduler.
                clauses.discard("SCN-TOKEN-1")
            if note.exists() and note.read_text().startswith("no end"):
                clauses.add("no end")
            is_asked = bool(clauses) or played["standing"] not in ("skipped", "not asked")
            cells[played["name"]] = sorted(clauses) if is_asked else None
    return cells


def differences(name: str, cells: dict[str, Any], listed: dict[str, Any]) -> Iterator[str]:
    """What is found and not in the list, what is in it and not found, and what has no cause."""
    expected = listed["found"].get(name, {})
    for scenario in sorted({*cells, *expected}):
        came, wanted = cells.get(scenario), expected.get(scenario, [])
        if came != wanted:
            yield f"{scenario}: {text(came)}, not {text(wanted)}"
        elif came and not cause(name, scenario, listed):
            yield f"{scenario}: {text(came)} has no cause"


def text(cell: list[str] | None) -> str:
    """A cell as text."""
    return "not asked" if cell is None else ", ".join(cell) or "passed"


def cause(name: str, scenario: str, listed: dict[str, Any]) -> str | None:
    """Why a client fails in a scenario."""
    for row in listed["causes"]:
        is_in = any(fnmatch.fnmatchcase(scenario, it) for it in row["scenarios"])
        if is_in and name in row["clients"]:
            return str(row["why"])
    return None


def unused(listed: dict[str, Any]) -> Iterator[str]:
    """The causes of what is not found, each as a sentence."""
    for row in listed["causes"]:
        for name in row["clients"]:
            failed = [key for key, cell in listed["found"].get(name, {}).items() if cell]
            for pattern in row["scenarios"]:
                if not fnmatch.filter(failed, pattern):
                    yield f"a cause is of no use: {name} {pattern}"


def table(listed: dict[str, Any]) -> str:
    """The table of the page, and the causes below it."""
    names = [name for name in RUNS if name in listed["found"]]
    lines = [f"| scenario | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for path in sorted(SCENARIOS.glob("*.json"), key=lambda path: path.stem):
        title = json.loads(path.read_text())["title"]
        cells = [listed["found"][name].get(path.stem, []) for name in names]
        marks = ["" if cell is None else "✗" if cell else "✓" for cell in cells]
        lines.append(f"| `{path.stem}`: {title} | {' | '.join(marks)} |")
    lines += ["", "| client | scenarios | cause |", "|---|---|---|"]
    for row in listed["causes"]:
        scenarios = ", ".join(f"`{name}`" for name in row["scenarios"])
        lines.append(f"| {', '.join(row['clients'])} | {scenarios} | {row['why']} |")
    return "\n".join(lines) + "\n"


def write(listed: dict[str, Any]) -> None:
    """Writes the list, and the table into the page."""
    LIST.write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n")
    PAGE.write_text(page(listed))


def page(listed: dict[str, Any]) -> str:
    """The page with the table of the list."""
    before, rest = PAGE.read_text().split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    return f"{before}{MARKS[0]}\n{table(listed)}\n{MARKS[1]}{after}"


def judged(conform: str, name: str, listed: dict[str, Any], writes: bool) -> int:
    """Runs one client, prints what is found, and answers how much differs from the list."""
    start = time.monotonic()
    cells = found(conform, name)
    if writes:
        listed["found"][name] = {key: cell for key, cell in cells.items() if cell != []}
    passed = sum(cell == [] for cell in cells.values())
    failed = sum(bool(cell) for cell in cells.values())
    counts = f"{passed} passed, {failed} failed, {len(cells) - passed - failed} not asked"
    different = list(differences(name, cells, listed))
    lines = [f"{name}: {counts}; {time.monotonic() - start:.1f} s", *different]
    print("\n  ".join(lines), flush=True)
    return len(different)


def main() -> int:
    """Runs the clients, and says what differs."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("conform", nargs="?")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--drive", metavar="CLIENT")
    parser.add_argument("clients", nargs="*", metavar="CLIENT")
    asked = parser.parse_intermixed_args()
    if asked.drive:
        return drive(asked.drive)
    names = asked.clients or list(RUNS if asked.all else IN_CI)
    if any(client_of(name).style == "hosts" for name in names):
        with_hosts()
    listed = json.loads(LIST.read_text())
    with ThreadPoolExecutor(2) as pool:
        faults = sum(pool.map(lambda name: judged(asked.conform, name, listed, asked.write), names))
    for line in unused(listed):
        print(line)
        faults += 1
    if asked.write:
        write(listed)
    elif page(listed) != PAGE.read_text():
        print(f"The table in {PAGE.name} is not that of {LIST.name}.")
        faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
