#!/usr/bin/env python3
"""Make each wrong request of charges.json through its SDK, and see that it shows the mistake.

    check.py [REPORT.json ...]
    check.py --lines             write the lines of the scripts into charges.json again

REPORTs are those of `oss-conform check` on the SDKs: each mistake that fails a must vector needs a
charge. Every request goes to a server on 127.0.0.1 that records (recorder.py). What it got is put
to the oracle: its signature must have the mistake, and not the right one; or the right one of
another object than the caller named. And it must be the request that the page shows. The variable
PYTHON names the interpreter with the SDKs.
"""

import contextlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from email.utils import parsedate_to_datetime
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE.parent / "mistakes")]

import recorded  # noqa: E402
from recorder import TOKEN, Sent, recording  # noqa: E402
from shown import unlike  # noqa: E402

from edited_oracle import Fault, Oracle  # noqa: E402
from pages import chosen  # noqa: E402

FILE = HERE / "charges.json"
PATIENCE_IN_SECONDS = 30
# What would send a request past the recorder.
UNPROXIED = ("no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY")
PYTHON = os.environ.get("PYTHON", str(ROOT / ".build/python-adapters/bin/python"))


class Oracles:
    """The oracle, right and with mistakes."""

    def __init__(self, charges: list[dict[str, Any]]) -> None:
        named = {name for charge in charges for name in charge["mistakes"]}
        self.sections = {one.id: one for one in chosen(sorted(named))}
        self.oracle = Oracle(HERE.parent / "oracle")

    def signature(self, charge: dict[str, Any], got: Any, given: dict[str, Any]) -> str | None:
        """The signature of an input by an oracle with the mistakes of a charge."""
        parts = [self.sections[name] for name in charge.get("mistakes", [])]
        edits = [block for one in parts for block in one.edits(charge.get("names", one.names))]
        answer, _ = self.oracle.edited(edits)
        return answer(got.operation, given).get("output", {}).get("signature")


def command(sdk: dict[str, Any]) -> list[str]:
    """What starts the script of an SDK; a program in Go is built first."""
    script = HERE / sdk["script"]
    if script.suffix == ".go":
        program = ROOT / ".build/charges" / script.stem
        program.parent.mkdir(parents=True, exist_ok=True)
        settings = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
        build = ["go", "build", "-o", str(program), str(script)]
        subprocess.run(build, env={**os.environ, **settings}, check=True, timeout=300)
        return [str(program)]
    return [str(ROOT / sdk.get("interpreter", PYTHON)), str(script)]


def certificate(folder: pathlib.Path) -> pathlib.Path:
    """A certificate for 127.0.0.1 with its key, in one file."""
    made = folder / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", str(folder / "key.pem"), "-out", str(made)),
        ],
        check=True,
        capture_output=True,
        timeout=PATIENCE_IN_SECONDS,
    )
    made.write_bytes(made.read_bytes() + (folder / "key.pem").read_bytes())
    return made


def sent_by(words: list[str], mistake: str, tls: pathlib.Path | None) -> list[Sent]:
    """The signed requests of a script."""
    with recording(str(tls) if tls else None) as server:
        url = f"{'https' if tls else 'http'}://{server.address}"
        settings = dict(os.environ)
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", *UNPROXIED):
            settings.pop(name, None)
        if tls:
            settings["SSL_CERT_FILE"] = str(tls)
        else:
            settings["http_proxy"] = settings["HTTP_PROXY"] = url
        try:
            done = subprocess.run(
                [*words, mistake, url],
                env=settings,
                capture_output=True,
                text=True,
                timeout=PATIENCE_IN_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            print(f"{mistake} takes more than {PATIENCE_IN_SECONDS} s", file=sys.stderr)
            return []
        if done.returncode != 0:
            print(done.stderr[-2000:], file=sys.stderr)
            return []
        return [sent for sent in server.sent if recorded.signed(sent)]


def fault(
    charge: dict[str, Any], vector: dict[str, Any], sent: list[Sent], oracles: Oracles
) -> str | None:
    """Why the recorded requests do not show the mistake; None if the last one does."""
    if not sent:
        return "no signed request came"
    if charge["mistakes"][0].startswith("refresh-"):
        end = int(sent[-1].header("x-oss-security-token").removeprefix(TOKEN))
        now = parsedate_to_datetime(sent[-1].header("date")).timestamp()
        return None if now > end else "the token of the request has not expired"
    got = recorded.read(sent[-1])
    meant = got._replace(given=given_for(charge, got))
    return unlike(vector, meant) or misjudged(charge, got, meant.given, oracles)


def given_for(charge: dict[str, Any], got: recorded.Received) -> dict[str, Any]:
    """What the caller gave for a request, also where the request no longer shows it."""
    meant = {**got.given, **charge.get("meant", {})}
    if "token" in charge:
        meant["credentials"] = {**meant["credentials"], "securityToken": charge["token"]}
    for name, value in charge.get("headers", []):
        own = [pair for pair in meant["headers"] if pair[0].lower() != name.lower()]
        meant["headers"] = [*own, [name, value]]
    return meant


def misjudged(
    charge: dict[str, Any], got: recorded.Received, meant: dict[str, Any], oracles: Oracles
) -> str | None:
    """Why the effect of a request is not that of its charge; None if it is."""
    # OSS signs what came; a token that did not come under its name is missed before that.
    right = oracles.signature({}, got, meant if "token" in charge else got.given)
    wrong = oracles.signature(charge, got, meant)
    if got.signature != wrong:
        return f"the signature is {got.signature}, and {wrong} with the mistake"
    if is_of_another(charge):
        if got.given["key"] == meant["key"]:
            return "the request names the object that was meant"
        return None if got.signature == right else "the signature is not that of the request"
    return None if got.signature != right else "the signature is right"


def is_asked(charge: dict[str, Any]) -> bool:
    """Whether a script makes the request: one that OSS refuses, or serves for another object."""
    return charge["effect"] == "refused" or is_of_another(charge)


def is_of_another(charge: dict[str, Any]) -> bool:
    """Whether OSS serves another object."""
    return charge["effect"] == "another-object"


def lines(script: pathlib.Path, mistake: str) -> str:
    """The lines of a script that make a request: from its name to the first blank line."""
    rows = script.read_text("utf-8").splitlines()
    marks = (f"def {mistake.replace('-', '_')}(", f'case "{mistake}":')
    first = next(n for n, row in enumerate(rows) if any(mark in row for mark in marks))
    rest = [n for n, row in enumerate(rows) if n > first]
    ends = (n for n in rest if not rows[n].strip() or re.match(r"\tcase |\t?}", rows[n]))
    return f"{first + 1}-{next(ends, len(rows))}"


def unneeded(sdk: dict[str, Any], report: dict[str, Any]) -> set[str]:
    """What is charged and no failed must vector of a report shows, in words."""
    must = {row["id"] for row in report["vectors"] if row["level"] == "must"}
    rows = [row for row in report["diagnosis"] if must.intersection(row["vectors"])]
    shown = {mistake["id"] for row in rows for mistake in row["mistakes"]}
    charges = [charge for charge in sdk["charges"] if "vectors" not in charge]
    idle = {f"nothing shows {one['mistakes'][0]}" for one in charges}
    idle -= {f"nothing shows {name}" for name in shown}
    failing = {
        (mistake["id"], vector)
        for row in rows
        for mistake in row["mistakes"]
        for vector in must.intersection(row["vectors"])
    }
    failed = {row["id"] for row in report["vectors"] if "kind" in row and row["level"] == "must"}
    for charge in (one for one in sdk["charges"] if "shows" in one):
        due = {vector for name, vector in failing if name in charge["mistakes"]}
        if charge["shows"] not in due | failed.intersection(charge.get("vectors", [])):
            idle.add(f"{charge['mistakes'][0]} does not fail {charge['shows']}")
    return idle


def uncharged(sdk: dict[str, Any], report: dict[str, Any], oracles: Oracles) -> set[str]:
    """The must vectors that failed in a report and that no charge explains, nor several at once."""
    claimed = set(report["sdk"]["profiles"])
    failed = {
        row["id"]: row
        for row in report["vectors"]
        if "kind" in row and row["level"] == "must" and row["profile"] in claimed
    }
    charges = [one for one in sdk["charges"] if is_asked(one)]
    known = {name for charge in sdk["charges"] for name in charge["mistakes"]}
    for row in report["diagnosis"]:
        if known.intersection(mistake["id"] for mistake in row["mistakes"]):
            for vector in row["vectors"]:
                failed.pop(vector, None)
    for charge in charges:
        for vector in charge.get("vectors", []):
            failed.pop(vector, None)
    # Several mistakes may meet in a vector.
    asked = vectors(failed) if failed else {}
    for several in (*itertools.combinations(charges, 2), *itertools.combinations(charges, 3)):
        together = {"mistakes": [name for charge in several for name in charge["mistakes"]]}
        if "subresources-not-listed" in together["mistakes"]:
            together["names"] = unlisted(report)
        for vector in [one for one in failed if meets(failed[one], asked[one], together, oracles)]:
            del failed[vector]
    return set(failed)


def unlisted(report: dict[str, Any]) -> list[str]:
    """The names that the list of subresources of an SDK lacks."""
    sentences = [one["sentence"] for row in report["diagnosis"] for one in row["mistakes"]]
    lacking = [re.search(r"subresources lacks (.*)\.$", one) for one in sentences]
    return next((one[1].split(", ") for one in lacking if one), [])


def meets(
    row: dict[str, Any], asked: dict[str, Any], together: dict[str, Any], oracles: Oracles
) -> bool:
    """Whether the answer of an SDK is that of an oracle with some mistakes."""
    given = {one["name"]: one["actual"] for one in row["differences"]}.get("signature")
    with contextlib.suppress(Fault):
        got = recorded.Received(asked["operation"], asked["input"], given)
        return given is not None and oracles.signature(together, got, got.given) == given
    return False


def vectors(ids: Iterable[str]) -> dict[str, Any]:
    """The vectors with some ids."""
    wanted = set(ids)
    files = (ROOT / "vectors").glob("*/**/*.json")
    suites = [json.loads(path.read_text("utf-8")) for path in files]
    every = [vector for suite in suites for vector in suite["vectors"]]
    return {vector["id"]: vector for vector in every if vector["id"] in wanted}


def main(words: list[str]) -> int:
    """Print what is wrong; return the exit status."""
    sdks = json.loads(FILE.read_text("utf-8"))["sdks"]
    faults = []
    for sdk in sdks:
        for charge in (one for one in sdk["charges"] if is_asked(one)):
            due = lines(HERE / sdk["script"], charge["mistakes"][0])
            if charge.get("lines") != due and words != ["--lines"]:
                faults.append(f"{sdk['sdk']}, {charge['mistakes'][0]}: the lines are {due}")
            charge["lines"] = due
    if words == ["--lines"]:
        FILE.write_text(json.dumps({"sdks": sdks}, indent=2, ensure_ascii=False) + "\n", "utf-8")
        return 0
    oracles = Oracles([charge for sdk in sdks for charge in sdk["charges"]])
    for path in words:
        report = json.loads(pathlib.Path(path).read_text("utf-8"))
        name = f"{report['sdk']['name']} {report['sdk']['version']}"
        sdk = next((one for one in sdks if one["sdk"] == name), {"charges": []})
        faults += [f"{name}: {one}" for one in sorted(unneeded(sdk, report))]
        faults += [
            f"{name}: no charge explains {one}" for one in sorted(uncharged(sdk, report, oracles))
        ]
    sent_charges = [one for sdk in sdks for one in sdk["charges"] if is_asked(one)]
    known = vectors(one["shows"] for one in sent_charges)
    with tempfile.TemporaryDirectory() as folder:
        tls = certificate(pathlib.Path(folder))
        for sdk in (one for one in sdks if "script" in one):
            start = command(sdk)
            for charge in (one for one in sdk["charges"] if is_asked(one)):
                sent = sent_by(start, charge["mistakes"][0], tls if sdk.get("tls") else None)
                wrong = fault(charge, known[charge["shows"]], sent, oracles)
                if wrong:
                    faults.append(f"{sdk['sdk']}, {charge['mistakes'][0]}: {wrong}")
    print(*faults, f"{len(sent_charges)} wrong requests sent, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
