#!/usr/bin/env python3
"""Runs the right client and the broken ones over the scenarios beside this file.

    check.py CONFORM [SCENARIO...]

CONFORM is the tool. The right client, client.py, passes each scenario, with V1 and with V4. The
broken client of a scenario is the right one with the edit in the scenario; it fails for exactly the
clauses that the edit breaks. Prints a line for each scenario that is otherwise, and exits 1 if
there is one.
"""

import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CLIENT = HERE / "client.py"
SECONDS = 120


def judged(conform: str, scenario: str, client: list[str]) -> dict[str, list[dict[str, Any]]]:
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
    return {found["name"]: found["findings"] for found in scenarios}


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
            findings = judged(conform, name, command)[name]
            came = {finding["clause"] for finding in findings}
            if came == named:
                return None
    return f"the broken client breaks {sorted(came)}, not {sorted(named)}: {sentences(findings)}"


def sentences(findings: list[dict[str, Any]]) -> str:
    """What is found, in words."""
    return " ".join(f"{finding['clause']} {finding['sentence']}" for finding in findings)


def main() -> int:
    """Runs all, two at once, and says what is otherwise."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    conform, *names = sys.argv[1:]
    every = sorted(path.stem for path in HERE.glob("*.json"))
    for name in set(names).difference(every):
        sys.exit(f"There is no {name}.json beside {Path(__file__).name}.")
    faults: dict[str, list[str]] = {name: [] for name in names or every}
    right = [sys.executable, str(CLIENT)]
    with ThreadPoolExecutor(2) as pool:
        for version in ("v1", "v4"):
            client = ["env", f"OSS_SIGNATURE={version}", *right]
            asked = names or ["all"]
            for found in pool.map(lambda it, client=client: judged(conform, it, client), asked):
                for name, findings in found.items():
                    if findings:
                        faults[name].append(f"the right client, {version}: {sentences(findings)}")
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
