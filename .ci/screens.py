#!/usr/bin/env python3
"""Each known mistake has its name on the screen, where an adapter offers one operation alone.

    screens.py [PAGE or ID]…

The oracle with the edits of a mistake answers the vectors of the operation that has the fewest of
those in which the mistake fails one, and the runner in Python reports that. The screen must have
the name of the mistake; or, where others give the same answers, those that explain each failure.
The screens of the tool are looked at by `judges.py changed`.
"""

import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "spec" / "mistakes"))

import mistakes
from judges import is_shown


def counts():
    """For each mistake the operations in which it fails vectors, with the number of all vectors."""
    corpus, found = mistakes.WORLD.corpus, collections.defaultdict(dict)
    sizes = collections.Counter(one["operation"] for one in corpus.vectors)
    for vector in corpus.vectors:
        for row in set().union(*corpus.prints.of(vector["id"]).values()):
            operation = vector["operation"]
            found[corpus.prints.rows[row]["id"]][operation] = sizes[operation]
    return found


def fault_of(task):
    """What is odd of the screen of a mistake in one operation; nothing if all is right."""
    section, operation = task
    world = mistakes.WORLD
    own = [one for one in world.vectors if one["operation"] == operation]
    outcome = world.run(section.edits(section.names), {one["id"] for one in own})
    run = world.report(outcome, own)
    text = mistakes.runner.Text(run, False).written()
    names = {one["id"]: row for row in run.names for one in row["mistakes"]}
    seen = [name for name in names if is_shown(name, text)]
    explained = {vector for name in seen for vector in names[name]["vectors"]}
    if any(row.get("certain") for row in run.names) and "Look at the adapter first" in text:
        return "doubts the adapter beside a certain name"
    listed = set(outcome.listed)
    is_right = section.id in seen or (bool(listed) and explained.issuperset(listed))
    return "" if is_right else f"shows {seen}"


def main(words):
    """Look at the screens of all mistakes; return the exit status."""
    mistakes.WORLD = mistakes.World()
    if not mistakes.WORLD.corpus.prints:
        sys.exit("vectors/fingerprints.json is of other vectors.")
    found = counts()
    tasks = [
        (one, min(found[one.id], key=found[one.id].get))
        for one in mistakes.chosen(words)
        if one.id in found
    ]
    with mistakes.workers() as pool:
        faults = pool.map(fault_of, tasks, chunksize=8)
    for (section, operation), fault in zip(tasks, faults, strict=True):
        print(f"{section.id}, {operation} alone, {fault}\n" if fault else "", end="")
    print(f"{len(tasks)} screens, {sum(map(bool, faults))} faults")
    return 1 if any(faults) or not tasks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
