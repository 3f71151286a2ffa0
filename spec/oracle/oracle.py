"""A second implementation of the specification, written from the pages of spec/ alone.

    python3 spec/oracle/oracle.py [VECTORS_DIR]

It shares no code with the Swift libraries and reads nothing but `spec/` and the vectors, so that a
vector on which both agree says what the pages say. It recomputes each vector and compares:
signatures and stages exactly, headers and URLs by FMT-JUDGE-3 and FMT-JUDGE-4, fields without their
order, timelines by their bounds. Each difference is one line; the exit status is 1 when there is
one, or when nothing was compared.

Where several refusals are due the oracle takes the first of this order: the shape of the input,
V1-REF by number, the query, the time, what the version adds by number, PRE-REF by number. The pages
give an order for token responses alone, so a vector of another operation may expect each class that
is due.

| files | what they do |
|---|---|
| values.py, strict_json.py, xml_reader.py, moments.py, url.py | read and write texts of one kind |
| request.py | a request, its credentials and its refusals |
| operations.py | the table of operations; the file that each one is in names its page |
| judging.py, due.py, timeline_judging.py | compare an answer with an expectation |
| adapter.py | the oracle as an SDK, behind the adapter protocol |
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True  # the specification's folder stays as it is

from due import is_due  # noqa: E402
from judging import differences  # noqa: E402
from operations import answer  # noqa: E402
from timeline import every_chance, every_policy  # noqa: E402
from timeline_judging import timeline_differences  # noqa: E402


def without_repetition(pairs):
    """The object of the pairs, in which no name is there twice."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member is given twice")
    return members


def check_suite(path, name, seen):
    """The differences of each vector of a suite, and of the suite itself, as (id, differences)."""
    suite = json.loads(path.read_text(encoding="ascii"), object_pairs_hook=without_repetition)
    vectors = suite["vectors"]
    facts = {"format": 1, "suite": name, "count": len(vectors)}
    faults = [
        (fact, facts[fact], suite.get(fact)) for fact in facts if facts[fact] != suite.get(fact)
    ]
    results = [(name, faults)] if faults else []
    for vector in vectors:
        found = [("id", "unique", "given before")] if vector["id"] in seen else []
        seen.add(vector["id"])
        found += vector_differences(vector) + profile_differences(vector, suite["profile"])
        results.append((vector["id"], found))
    return results


def vector_differences(vector):
    """What the oracle computes otherwise; a timeline keeps to its bounds whatever chance does."""
    operation, given, expected = vector["operation"], vector["input"], vector["expect"]
    reply = answer(operation, given)
    kinds = [side.get("error", {}).get("class") for side in (expected, reply)]
    if all(kinds):
        is_right = kinds[0] == kinds[1] or is_due(operation, given, kinds[0])
        return [] if is_right else [("error", *kinds)]
    if operation != "credential.timeline" or "error" in expected or reply["status"] != "ok":
        return differences(operation, expected, reply)
    outputs = every_chance(given)
    return [found for output in outputs for found in timeline_differences(given, expected, output)]


def profile_differences(vector, profile):
    """Whether a timeline is one of `refresh` and should not be, or should be and is not."""
    if vector["operation"] != "credential.timeline":
        return []
    given, expected = vector["input"], vector["expect"]
    is_kept = not any(timeline_differences(given, expected, out) for out in every_policy(given))
    shown = vector.get("profile", profile)
    return (
        []
        if is_kept == (shown == "refresh")
        else [("profile", "refresh" if is_kept else "", shown)]
    )


def check_directory(directory):
    """The results of all suites; a file that cannot be read as a suite is one failure."""
    results, seen = [], set()
    for path in sorted(directory.rglob("*.json")):
        name = path.relative_to(directory).with_suffix("").as_posix()
        if name in ("schema", "mistakes", "fingerprints", "explain", "variations"):
            continue
        try:
            results += check_suite(path, name, seen)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            results.append((name, [("file", "a suite", repr(error))]))
    return results


def main(arguments):
    """Print each difference and the count; return the exit status."""
    default = pathlib.Path(__file__).resolve().parent.parent.parent / "vectors"
    results = check_directory(pathlib.Path(arguments[0]) if arguments else default)
    for vector, found in results:
        for member, wanted, value in found:
            print(f"{vector}: {member}: expected {json.dumps(wanted)}, oracle {json.dumps(value)}")
    failed = sum(1 for _, found in results if found)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
