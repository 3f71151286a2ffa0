"""Commands of the tool on sample inputs, and what they write.

`compare.py --commands` runs them again and shows what differs. This folder goes when the rebuilding
is done.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "vectors"
CASES = ROOT / "Tests/OSSExplainTests/Cases"
EVIDENCE = {"body", "request", "string", "url", "credentials"}
sys.path.insert(0, str(ROOT / ".ci"))
sys.dont_write_bytecode = True

from judges import broken_oracle  # noqa: E402

KEY_PAIR = {"accessKeyId": "exampleAccessKeyID00", "accessKeySecret": "ExampleSecret0000000000ab"}
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "OSS_ACCESS_KEY_ID": KEY_PAIR["accessKeyId"],
    "OSS_ACCESS_KEY_SECRET": KEY_PAIR["accessKeySecret"],
}
# Blind mistakes in signing, in calls of STS, in parameters, in keys of V4 and in forms.
EDITED = ("p1-001", "p1-005", "p2-003", "p3-010", "p5-004", "p7-108")
HELPED = (
    "check", "adapter-check", "list", "show", "explain", "sign", "presign", "string-to-sign",
    "vector", "generate", "adapter", "export", "grade", "fuzz", "simulate", "matrix",
    "advise", "help", "version",
)  # fmt: skip
SHOWN = (
    "V1-HDR-3", "V4-PRE", "CRED-RUN-2", "EXP-FIND-1", "v1-hdr-trailing-space", "agreed-header-0356",
    "timeline-expired-now", "callback-key-plain", "explain-own-lines-missing",
    "header-values-not-trimmed", "refresh-every-call", "subresources-not-listed",
    "accepts-invalid-bucket", "no-such-id",
)  # fmt: skip
ITEM = "--bucket examplebucket --key a/b+c.txt --endpoint https://oss-cn-hangzhou.aliyuncs.com"
REQUESTS = {
    "v1": f"{ITEM} --time 1702743657 --signature v1",
    "v2": f"{ITEM} --time 1702743657 --signature v2 --header Range:bytes=0-9 "
    "--additional-header range",
    "v4": f"{ITEM} --time 2023-12-16T16:20:57Z --region cn-hangzhou --query acl --query prefix=a/b "
    "--header x-oss-meta-a:v --method PUT",
    "path": f"{ITEM} --time 1702743657 --addressing path --header Content-Type:text/plain",
    "no region": f"{ITEM} --time 1702743657 --signature v4",
    "bad bucket": "--bucket A/B --key a --endpoint https://oss-cn-hangzhou.aliyuncs.com",
    "no endpoint": "--bucket examplebucket --key a --time 1702743657",
}
OWN_INPUT = {
    "method": "GET",
    "bucket": "examplebucket",
    "key": "own.txt",
    "headers": [["x-oss-meta-own", " v "]],
    "query": [],
    "credentials": KEY_PAIR,
    "time": 1702743657,
}
OWN_VECTOR = json.dumps({"operation": "v1.header", "input": OWN_INPUT})
OF = "--vectors VECTORS"
SECONDS = re.compile(r'\btime="[0-9.]+"')
ORACLE = "-- python3 FOLDER/{}/oracle/adapter.py"


def plain_commands():
    """Commands that need no file: each one line, which is its name too."""
    yield from ("", "help", f"version {OF}", "completions", "check --nothing", "show")
    yield from (f"help {command}" for command in HELPED)
    for words in REQUESTS.values():
        yield f"string-to-sign {words}"
        for form in ("", " --json"):
            yield f"sign {words}{form}"
            yield f"presign {words} --expires +3600{form}"
    for form in ("", "--json "):
        yield from (f"show {OF} {form}{one}" for one in SHOWN)
    for which in ("--level may", "--clause V1-HDR-3", "--match nothing-*"):
        yield f"list {OF} {which}"
    yield f"check {OF}"
    yield f"check {OF} --suite v1/headers --verbose"
    yield f"check {OF} --suite v1 -- TOOL adapter"
    yield f"check {OF} -- FOLDER/nothing"
    yield "adapter-check -- TOOL adapter"
    yield "adapter-check -- python3 ROOT/spec/adapters/null/null_adapter.py echo"
    yield "fuzz --count 200 --seed 1"
    yield "fuzz --count 200 --seed 1 -- python3 ROOT/spec/oracle/adapter.py"
    for form in ("", " --json"):
        yield f"simulate {OF} --steps 1000 --seed 1{form}"
    yield f"generate {OF} --check"
    yield "advise VECTORS VECTORS"
    yield f"export {OF} --suite v1/headers"


def edited_commands():
    """Commands on the oracle with a blind mistake, which show names of mistakes."""
    for number in range(len(EDITED)):
        adapter = ORACLE.format(number)
        yield from (f"check {OF} {form} {adapter}" for form in ("", "--quiet", "--verbose"))
        yield f"check {OF} --quiet --report json=FOLDER/{number}.json {adapter}"
        yield f"fuzz --count 200 --seed 1 {adapter}"
    for form in ("json", "junit", "markdown", "html"):
        yield f"check {OF} --suite v1 --quiet --report {form}=- {ORACLE.format(1)}"
    reports = " ".join(f"--from FOLDER/{number}.json" for number in range(len(EDITED)))
    for form in ("json", "markdown", "html"):
        yield f"matrix {OF} {reports} --report {form}=-"
    yield f"check {OF} --update-expectations --expectations FOLDER/list.json {ORACLE.format(1)}"
    yield f"check {OF} --expectations FOLDER/list.json {ORACLE.format(1)}"
    yield f"check {OF} --expectations FOLDER/list.json {ORACLE.format(2)}"
    yield "advise --expectations FOLDER/list.json VECTORS VECTORS"


def file_commands():
    """Commands on files of the folder."""
    yield "generate --fresh --seed 1 --count 20 --into FOLDER/fresh.json"
    yield (
        "vector --vectors FOLDER/vectors --from FOLDER/own.json --into v1/headers --id own-vector"
        " --clause V1-HDR-3 --comment 'Blanks are taken off both ends.'"
    )
    yield "show --vectors FOLDER/vectors own-vector"
    yield f"grade {OF} FOLDER/own.jsonl"
    yield f"grade {OF} FOLDER/edited.jsonl"
    for case in explained():
        words = [f"--{name} FOLDER/{case['id']}.{name}" for name in case if name in EVIDENCE]
        if "url" in case:
            words = [word for word in words if not word.startswith("--url")]
            words.append(f"--url {shlex.quote(case['url'])}")
        yield from (f"explain {' '.join(words)}{form}" for form in ("", " --json"))


def explained():
    """Every tenth case of explain, and the first with each set of evidence."""
    paths, seen = sorted(CASES.glob("*.json")), set()
    cases = [one for path in paths for one in json.loads(path.read_text("ascii"))]
    for number, case in enumerate(cases):
        kind = frozenset(EVIDENCE & case.keys())
        if number % 10 == 0 or kind not in seen:
            yield case
        seen.add(kind)


def prepare(tool, folder):
    """Write the files that the commands read."""
    lines = (ROOT / ".ci/blind/mistakes.jsonl").read_text("utf-8").splitlines()
    mistakes = {one["id"]: one["edits"] for one in map(json.loads, lines)}
    for number, name in enumerate(EDITED):
        (folder / str(number)).mkdir()
        broken_oracle(mistakes[name], folder / str(number))
    shutil.copytree(VECTORS, folder / "vectors")
    (folder / "own.json").write_text(OWN_VECTOR)
    command = [tool, "export", "--vectors", VECTORS, "--output", folder / "requests.jsonl"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    adapters = {"own": [tool, "adapter"], "edited": ["python3", folder / "1/oracle/adapter.py"]}
    for name, adapter in adapters.items():
        with (
            (folder / "requests.jsonl").open() as requests,
            (folder / f"{name}.jsonl").open("w") as to,
        ):
            subprocess.run(adapter, check=True, stdin=requests, stdout=to)
    for case in explained():
        for name in EVIDENCE & case.keys():
            text = case[name] if isinstance(case[name], str) else json.dumps(case[name])
            (folder / f"{case['id']}.{name}").write_bytes(text.encode())


def outputs(tool):
    """By the line of each command its exit status and what it wrote, without places."""
    with tempfile.TemporaryDirectory() as name:
        folder, found = pathlib.Path(name), {}
        places = {"VECTORS": VECTORS, "FOLDER": folder, "ROOT": ROOT, "TOOL": tool}
        prepare(tool, folder)
        for line in (*plain_commands(), *edited_commands(), *file_commands()):
            found[line] = ran(tool, line, places)
        for written in ("fresh.json", "list.json"):
            found[f"file {written}"] = (folder / written).read_text("utf-8")
        return found


def ran(tool, line, places):
    """The exit status of a command and what it wrote."""
    words = [
        re.sub("|".join(places), lambda one: str(places[one[0]]), word)
        for word in shlex.split(line)
    ]
    done = subprocess.run(
        [tool, *words], capture_output=True, cwd=places["FOLDER"], env=ENVIRONMENT, check=False
    )
    text = f"status {done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}"
    for name, place in places.items():
        text = text.replace(str(place), name)
    return SECONDS.sub('time="…"', text)
