#!/usr/bin/env python3
"""Runs the right client and the broken ones over the scenarios beside this file.

    check.py CONFORM [SCENARIO...]

CONFORM is the tool, and a scenario is its name, or that of its file. The right client, client.py,
passes each scenario, with V1 and with V4. The broken client of a scenario is the right one with the
edit in the scenario; it fails for exactly the clauses that the edit breaks. Both meet all faults.
Prints a line for each scenario that is otherwise, and exits 1 if there is one.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
CLIENT = HERE / "client.py"
SECONDS = 120


class Run(NamedTuple):
    """What the tool says of a client in a scenario."""

    clauses: set[str]
    sentences: str
    is_asked: bool


def judged(conform: str, scenario: str, client: list[str]) -> dict[str, Run]:
    """What is found of a client, by scenario; the tool's own faults end this program."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        # The scenarios beside this file, and not those beside the tool.
        command = [conform, "serve", "--vectors", str(HERE.parents[1] / "vectors")]
        command += ["--scenario", scenario, "--report", f"json={report}", "--"]
        ended = subprocess.run(
            [*command, *client], capture_output=True, text=True, timeout=SECONDS, check=False
        )
        if ended.returncode not in (0, 1):
            raise SystemExit(
                f"{scenario}: {ended.returncode}: {ended.stdout}{ended.stderr}"[-2000:]
            )
        scenarios = json.loads(report.read_text())["scenarios"]
    return {found["name"]: run_of(found) for found in scenarios}


def run_of(found: dict[str, Any]) -> Run:
    """A run of the report of the tool."""
    findings = found["findings"]
    sentences = [f"{finding['clause']} {finding['sentence']}" for finding in findings]
    return Run(
        {finding["clause"] for finding in findings},
        " ".join(sentences + found["missing"]),
        found["standing"] != "not asked",
    )


def broken(scenario: dict[str, Any], folder: str) -> list[str]:
    """The command of the broken client of a scenario."""
    edit, source = scenario["broken"], CLIENT.read_text()
    times = source.count(edit["replace"])
    if times != 1:
        raise SystemExit(f"'{edit['replace']}' is in client.py {times} times, not once.")
    changed = Path(folder, "client.py")
    changed.write_text(source.replace(edit["replace"], edit["by"]))
    Path(folder, "signer.py").write_text((HERE / "signer.py").read_text())
    return [sys.executable, str(changed)]


def fault_of_broken(conform: str, name: str) -> str | None:
    """What the broken client of a scenario does otherwise than its scenario says."""
    scenario = json.loads((HERE / f"{name}.json").read_text())
    if "broken" not in scenario:
        return "the file has no member 'broken'"
    named = set(scenario["broken"]["breaks"])
    with tempfile.TemporaryDirectory() as folder:
        command = broken(scenario, folder)
        # Callers at once may meet by chance in an order that breaks nothing: another run shows it.
        for _ in range(3):
            run = judged(conform, name, command)[name]
            if run.clauses == named and run.is_asked:
                return None
    came = sorted(run.clauses)
    return f"the broken client breaks {came}, not {sorted(named)}: {run.sentences}"


def given(every: list[str]) -> tuple[str, list[str]]:
    """The tool and the scenarios of the command line; what is not there ends this program."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    conform = sys.argv[1]
    if not shutil.which(conform):
        sys.exit(f"There is no program {conform}; build it, or name another (spec/install.md).")
    names = [Path(name).name.removesuffix(".json") for name in sys.argv[2:]]
    for name in names:
        if name not in every:
            sys.exit(f"There is no {name}.json beside {Path(__file__).name}.")
    return conform, names


def main() -> int:
    """Runs all, two at once, and says what is otherwise."""
    every = sorted(path.stem for path in HERE.glob("*.json"))
    conform, names = given(every)
    faults: dict[str, list[str]] = {name: [] for name in names or every}
    right = [sys.executable, str(CLIENT)]
    with ThreadPoolExecutor(2) as pool:
        for version in ("v1", "v4"):
            client = ["env", f"OSS_SIGNATURE={version}", *right]
            asked = names or ["all"]
            for found in pool.map(lambda it, client=client: judged(conform, it, client), asked):
                for name, run in found.items():
                    if run.clauses or not run.is_asked:
                        faults[name].append(f"the right client, {version}: {run.sentences}")
        broken_ones = pool.map(lambda it: fault_of_broken(conform, it), faults)
        for name, fault in zip(faults, broken_ones, strict=True):
            faults[name] += [fault] if fault else []
    for name, lines in faults.items():
        for line in lines:
            print(f"{name}: {line}")
    failed = sum(map(bool, faults.values()))
    print(f"{len(faults)} scenarios, {failed} otherwise than they say")
    return 1 if failed or not faults else 0


if __name__ == "__main__":
    sys.exit(main())
