"""A second implementation of the specification, written from the pages of spec/ alone.

    python3 spec/oracle/oracle.py [VECTORS_DIR]

It shares no code with the Swift libraries and reads nothing but `spec/` and the vectors, so that a
vector on which both agree says what the pages say. It recomputes each vector, and the runner beside
the vectors judges the answer, but more strictly than that of an SDK: all that is expected must be
there, and be the same but for the order of headers, fields and parameters. A timeline keeps to its
bounds whatever chance does. Each difference is one line; the exit status is 1 when there is one, or
when nothing was compared.

Where several refusals are due the oracle takes the first of this order: the shape of the input,
V1-REF by number, the query, the time, what the version adds by number, PRE-REF by number. The pages
give an order for token responses alone, so a vector of another operation may expect each class that
is due.

| files | what they do |
|---|---|
| values.py, strict_json.py, xml_reader.py, moments.py, url.py | read and write texts of one kind |
| request.py | a request, its credentials and its refusals |
| operations.py | the table of operations; the file that each one is in names its page |
| due.py | whether a refusal is due beside the one that comes first |
| adapter.py | the oracle as an SDK, behind the adapter protocol |
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True  # the specification's folder stays as it is
VECTORS = pathlib.Path(__file__).resolve().parents[2] / "vectors"
sys.path.append(str(VECTORS))

import oss_conform as runner  # noqa: E402

from due import is_due  # noqa: E402
from operations import answer  # noqa: E402
from timeline import every_chance, every_policy  # noqa: E402

# What an SDK may write in another order, or in other words; a field too many is always wrong.
TAKEN_APART = ("headers", "url")


def vector_differences(vector):
    """What the oracle computes otherwise, as (member, expected value, value of the oracle)."""
    operation, given, expected = vector["operation"], vector["input"], vector["expect"]
    reply = answer(operation, given)
    kinds = [side.get("error", {}).get("class") for side in (expected, reply)]
    if any(kinds):
        is_right = kinds[0] == kinds[1] or (all(kinds) and is_due(operation, given, kinds[0]))
        return [] if is_right else [("error", *kinds)]
    if operation != "credential.timeline":
        return answer_differences(operation, expected, reply["output"])
    found = [one for output in every_chance(given) for one in broken_bounds(vector, output)]
    is_kept = not any(broken_bounds(vector, output) for output in every_policy(given))
    if is_kept != (vector["profile"] == "refresh"):  # FMT-PROF-2
        found.append(("profile", "refresh" if is_kept else "another", vector["profile"]))
    return found


def answer_differences(operation, expected, output):
    """How an answer differs from the expected one; `any_of` does not count."""
    found, names = [], [name for name in expected if name not in runner.NO_RESULTS]
    if runner.results_to_judge(operation, expected, expected) is None:
        found.append(("expect", runner.NOTHING_TO_JUDGE, sorted(names)))
    exact = [name for name in names if name not in TAKEN_APART] + expected.get("exact", [])
    due, given = ({**side, **fields_of(side)} for side in (expected, output))
    judged = [(name, due[name], given.get(name)) for name in names]
    found += runner.result_differences(operation, due, exact, judged)
    for name, step in expected.get("stages", {}).items():
        found += runner.compared(f"stages.{name}", step, output.get("stages", {}).get(name))
    return [(" ".join(filter(None, one[:2])), *one[-2:]) for one in found]


def fields_of(side):
    """The fields of a form in an order of their own."""
    return {"fields": sorted(side["fields"])} if "fields" in side else {}


def broken_bounds(vector, output):
    """The bounds of a timeline that are broken, each with what there was."""
    answers, fetches = runner.read_trace(output)
    timeline = runner.Timeline(vector["input"], vector["expect"], answers, fetches)
    return [(one.name, one.expected, one.actual) for one in timeline.judge()]


def main(arguments):
    """Print each difference and the count; return the exit status."""
    runner.LONGEST_FILE = 64 << 20  # Random inputs of all operations are longer than any suite.
    corpus = runner.Corpus(pathlib.Path(arguments[0]) if arguments else VECTORS)
    failed = len(corpus.vectors) - len(corpus.by_id)
    print(f"{failed} ids are there twice" if failed else "", end="\n" if failed else "")
    for vector in corpus.vectors:
        found = vector_differences(vector)
        for member, *sides in found:
            wanted, value = (json.dumps(runner.sayable(side)) for side in sides)
            print(f"{vector['id']}: {member}: expected {wanted}, oracle {value}")
        failed += bool(found)
    print(f"{len(corpus.vectors) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
