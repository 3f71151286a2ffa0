#!/usr/bin/env python3
"""Make each known mistake in the oracle, and see which vectors catch it.

    mistakes.py --write                 write mistakes.json and fingerprints.json
    mistakes.py --check [PAGE or ID]…   look for faults of the pages, the vectors and the clauses;
                                        of all pages also whether the two files are current
    mistakes.py show PAGE or ID…        mistakes, and the vectors that catch them
    mistakes.py vector ID…              vectors, and the mistakes that they catch
    mistakes.py --stdin                 the same as show, of sections on standard input, and the
                                        names that an SDK with such a mistake gets
    mistakes.py coverage                each rule of OSS with the number of its vectors and mistakes

A mistake is a section of a page of this folder; README.md says how one is written. It is made in a
copy of spec/oracle, which is asked for the vectors that can show it: those whose right answer runs
through a function that is changed. The runner beside the vectors judges the answers and takes their
fingerprints (spec/fingerprints.md).
"""

import argparse
import collections
import gc
import itertools
import json
import multiprocessing
import os
import pathlib
import re
import signal
import sys
import time
import types

sys.dont_write_bytecode = True  # the folders stay as they are

SPEC = pathlib.Path(__file__).resolve().parents[1]
VECTORS = SPEC.parent / "vectors"
sys.path.insert(0, str(VECTORS))

import oss_conform as runner  # noqa: E402

from edited_oracle import Fault, Oracle  # noqa: E402
from pages import chosen, sections_of  # noqa: E402

# A client that writes local time does so in the zone in which the runners start it (ADP-RUN-14).
if not runner.has_zone(runner.ZONE):
    sys.exit(f"mistakes.py: {runner.ZONES} has no zone {runner.ZONE}; on Debian install tzdata.")
os.environ["TZ"] = runner.ZONE
time.tzset()

SECONDS = 60  # for one mistake on all vectors
CLAUSE = re.compile(r"^- \*\*([A-Z0-9-]+)\*\* \((must|should|may)\)", re.MULTILINE)
# The rows of spec/README.md that say which clauses bind the kit, and which OSS all the same.
BOUND = re.compile(r"^\| (?:the kit|clients and servers of OSS) \| (.*) \|$", re.MULTILINE)
# Suites of bytes that a document states or that several SDKs gave: the evidence for the others.
EVIDENCE = ("published", "agreed-header", "agreed-presign")
NOTHING = runner.fingerprint(None)
OPTIONS = types.SimpleNamespace(strict=False, no_steps=False, profiles=runner.PROFILES, zone="UTC")
# What is done from one call to the next is shown by a test that names it: no vector can ask for it.
NO_VECTOR = ("CRED-MODE-23", "RPC-PAR-5")


# ----------------------------------------------------------------- What a mistake does to vectors


class Outcome:
    """What a mistake does: by vector its fingerprints, what catches it, and where it crashes."""

    def __init__(self):
        self.listed, self.caught, self.crashes, self.replies, self.names = {}, [], {}, {}, []


class World:
    """The vectors with the right answers of the oracle. Workers share it by a fork."""

    def __init__(self):
        self.corpus, self.oracle, self.due = runner.Corpus(VECTORS), Oracle(SPEC / "oracle"), {}
        self.vectors = self.corpus.vectors
        self.inputs = {one["id"]: json.dumps(one["input"]) for one in self.vectors}
        self.right, self.calls, answer = {}, {}, self.oracle.answering({})
        for one in self.vectors:
            members = json.loads(self.inputs[one["id"]])
            reply, called = self.oracle.recorded(answer, one["operation"], members)
            self.right[one["id"]], self.calls[one["id"]] = reply, called

    def run(self, blocks, only=None):
        """What becomes of the vectors where the oracle has these edits."""
        answer, touched = self.oracle.edited(blocks)
        outcome = Outcome()
        for vector in self.vectors:
            name = vector["id"]
            if self.calls[name].isdisjoint(touched) or (only is not None and name not in only):
                continue
            try:
                reply = answer(vector["operation"], json.loads(self.inputs[name]))
                if result_of(reply) != result_of(self.right[name]):
                    self.weigh(vector, json.loads(json.dumps(reply)), outcome)
            except TimeoutError:
                raise
            except Exception as error:
                outcome.crashes[name] = f"{type(error).__name__}: {error}"
        return outcome

    def weigh(self, vector, reply, outcome):
        """Notes a reply that is not the right one."""
        name, verdict = vector["id"], runner.judge_reply(vector, reply)
        outcome.replies[name] = reply
        if verdict.standing == "failed":
            outcome.listed[name] = self.listing(vector, reply)
        # A refusal of another class than the one that is due passes, with a note.
        if verdict.standing == "failed" or " is due." in " ".join(verdict.notes):
            outcome.caught.append(name)

    def listing(self, vector, reply):
        """The members under which a mistake with this reply is listed (FMT-PRINT-11)."""
        if reply["status"] == "rejected":
            return {"error": runner.fingerprint(reply["error"]["class"])}
        name, right = vector["id"], {} if "error" in vector["expect"] else vector["expect"]
        if name not in self.due:
            self.due[name] = runner.prints_of(vector, right)
        answer, due = runner.prints_of(vector, reply["output"]), self.due[name]
        shown = {key: answer.get(key, NOTHING) for key in due or answer}
        return {key: one for key, one in shown.items() if due.get(key) != one}

    def report(self, outcome, vectors):
        """The run of an SDK with these replies, which offers the operations of the vectors."""
        if not self.corpus.prints:
            raise Fault("vectors/fingerprints.json is of other vectors: --write comes first.")
        replies = {}
        for vector in vectors:
            name = vector["id"]
            reply = outcome.replies.get(name, self.right[name])
            if name in outcome.crashes:
                reply = {"status": "crash", "message": outcome.crashes[name]}
            replies[id(vector["input"])] = json.loads(json.dumps(reply))
        return runner.Run(self.corpus, vectors, Replies(vectors, replies), OPTIONS)

    def names(self, outcome):
        """The names that an SDK with these replies gets: (id, is certain, explains, caught by)."""
        rows = [row for row in self.report(outcome, self.vectors).names if row["mistakes"]]
        facts = ("certain", "matches", "possible")
        return [(row["mistakes"][0]["id"], *(row[fact] for fact in facts)) for row in rows]


class Replies:
    """An adapter whose replies are there before it is asked, by the inputs of the vectors."""

    def __init__(self, vectors, replies):
        operations = sorted({one["operation"] for one in vectors})
        sdk = {"name": "oracle", "version": "1", "language": "Python"}
        self.greeting = {"sdk": sdk, "operations": operations, "profiles": [*runner.PROFILES]}
        self.replies, self.notes = replies, []

    def greet(self):
        """What it says of itself."""
        return self.greeting

    def ask(self, requests, take):
        """Hands over the reply to each request, which holds the input of its vector."""
        for request in requests:
            take(request["seq"], self.replies[id(request["input"])], 0)

    def end(self):
        """Nothing is left to end."""


def result_of(reply):
    """The reply without the steps, which nobody judges beside a right result."""
    output = reply.get("output")
    if not isinstance(output, dict):
        return reply
    return {name: one for name, one in output.items() if name != "stages"}


WORLD = None


def worked(task):
    """The outcome of a task, or the fault that says why there is none."""
    blocks, only, wants_names = task
    signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        outcome = WORLD.run(blocks, only)
        outcome.names = WORLD.names(outcome) if wants_names else []
        outcome.replies = {}
        return outcome
    except TimeoutError:
        return Fault(f"{blocks[0].place}: it takes more than {SECONDS} seconds.")
    except Fault as fault:
        return fault
    finally:
        signal.alarm(0)


def workers():
    """Processes with the world, one for each core."""
    # The world stays, so no collection of garbage looks through it, or comes often.
    gc.freeze()
    fork = multiprocessing.get_context("fork")
    return fork.Pool(initializer=gc.set_threshold, initargs=(100_000,))


def late(*_):
    """Ends a mistake that does not end by itself."""
    raise TimeoutError


def outcomes(tasks):
    """The outcomes of (blocks, ids of vectors or None, whether to look for names), in order."""
    with workers() as pool:
        return list(pool.imap(worked, tasks))


# ---------------------------------------------------------------------------------- Rows and files


class Row:
    """A row of fingerprints.json: a mistake, or some names of a family, and what it does."""

    def __init__(self, section, names, outcome):
        self.section, self.names, self.outcome = section, names, outcome
        self.clauses = section.clauses
        self.cited = {one for name in outcome.caught for one in WORLD.corpus.by_id[name]["clauses"]}
        if names:
            self.clauses = [
                next((one for one in self.clauses if one in self.cited), self.clauses[-1])
            ]
        self.json = {"id": section.id, "clauses": self.clauses, "names": names}
        self.json = self.json if names else section.id
        self.order = bool(names), not section.seen, section.id if names else "", ", ".join(names)


def rows_of(sections, only=None, wants_names=False):
    """The rows of sections, the known mistakes of SDKs first, and the faults of the sections."""
    wanted = [
        (one, (name,) if name else (), only) for one in sections for name in one.names or [""]
    ]
    rows, faults = [], []
    for _ in range(2):
        tasks = [(one.edits(names), own, wants_names) for one, names, own in wanted]
        for (section, names, _), outcome in zip(wanted, outcomes(tasks), strict=True):
            if isinstance(outcome, Fault):
                faults.append(outcome)
                continue
            rows.append(Row(section, names, outcome))
            for name, error in list(outcome.crashes.items())[:1]:
                faults.append(f"{section.place}: the vector {name} ends in {error}.")
        wanted = joined(rows)
    return sorted(rows, key=lambda row: row.order), faults


def joined(rows):
    """The two or three names of a family that one vector has, and the vectors that have them."""
    having, found = collections.defaultdict(set), {}
    for row in (row for row in rows if row.names):
        for vector in row.outcome.caught:
            having[row.section, vector].update(row.names)
    for (section, _), names in having.items():
        for count in (2, 3) if len(names) <= 3 else ():
            for part in itertools.combinations(sorted(names), count):
                own = {two for (one, two), all_ in having.items() if all_.issuperset(part)}
                found[section, part] = own
    return [(*key, own) for key, own in found.items()]


def listed_lines(members):
    """Values as compact JSON in ASCII, one a line."""
    texts = (json.dumps(one, separators=(",", ":")) for one in members)
    return ",\n".join(texts).replace("\x7f", "\\u007f")


def written_files(sections, rows):
    """What mistakes.json and fingerprints.json hold (FMT-PRINT-10 to FMT-PRINT-13)."""
    version, digest = runner.VERSION, WORLD.corpus.digest
    known = listed_lines(one.json for one in sections)
    words = {one["id"]: {} for one in WORLD.corpus.vectors}
    for number, row in enumerate(rows):
        for vector, members in row.outcome.listed.items():
            for name, text in members.items():
                words[vector].setdefault(name, {}).setdefault(text, []).append(base36(number))
    vectors = []
    for name, members in words.items():
        texts = {
            key: " ".join(text + ",".join(own) for text, own in prints.items())
            for key, prints in sorted(members.items())
        }
        vectors.append(f'"{name}":{listed_lines([texts])}')
    lines = [
        f'{{"format":4,"version":"{version}","corpus":"{digest}","rows":[',
        listed_lines(row.json for row in rows),
        '],"vectors":{',
        ",\n".join(vectors) + "\n}}\n",
    ]
    mistakes = f'{{"format":1,"version":"{version}","mistakes":[\n{known}\n]}}\n'
    return {"mistakes.json": mistakes, "fingerprints.json": "\n".join(lines)}


def base36(number):
    """A number in base 36."""
    digit = "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]
    return (base36(number // 36) if number >= 36 else "") + digit


# -------------------------------------------------------------------------------------------- Gates


def levels():
    """The level of each clause, in the order of the pages: rules of OSS, and what binds the kit."""
    pages = [page.read_text("utf-8") for page in sorted(SPEC.glob("*.md"))]
    rows = BOUND.findall((SPEC / "README.md").read_text("utf-8"))
    kit, others = (re.findall(r"`([A-Z0-9-]+)`", row) for row in rows)
    rules, own = {}, {}
    for clause, level in itertools.chain(*map(CLAUSE.findall, pages)):
        is_own = any(clause == one or (one[-1] == "-" and clause.startswith(one)) for one in kit)
        (own if is_own and clause not in others else rules)[clause] = level
    return rules, own


def faults_of(rows):
    """Clauses whose vectors catch nothing, and must vectors that catch what OSS may accept."""
    level, _ = levels()
    for row in (row for row in rows if not row.names):
        place, items = row.section.place, row.section.items
        for clause in row.clauses:
            if clause not in level:
                yield f"{place}: {clause} is no clause."
            elif clause not in row.cited:
                yield f"{place}: no vector that cites {clause} catches it."
        is_refused = "must" in map(level.get, row.clauses) and not items["Accepted"]
        for vector in () if is_refused or items["Habit"] else row.outcome.caught:
            one = WORLD.corpus.by_id[vector]
            if one["level"] == "must" and "reason" not in one["expect"]:
                yield f"{place}: OSS may accept it, and the must vector {vector} catches it."


def gaps(rows):
    """Vectors that catch no mistake, and must clauses that no mistake breaks."""
    useful = {name for row in rows for name in row.outcome.caught}
    broken = {clause for row in rows for clause in row.clauses}
    for vector in WORLD.vectors:
        is_evidence = vector["suite"].rpartition("/")[2] in EVIDENCE or "any_of" in vector["expect"]
        if vector["id"] not in useful and not is_evidence:
            yield f"The vector {vector['id']} catches no mistake."
    for clause, level in levels()[0].items():
        if level == "must" and clause not in broken and not clause.startswith(NO_VECTOR):
            yield f"The must clause {clause} has no mistake."
    first = {}
    for row in (row for row in rows if row.outcome.listed):
        one = first.setdefault(json.dumps(row.outcome.listed, sort_keys=True), row)
        if one is not row:
            yield f"{row.section.place}: {one.section.id} gives the same answers."


# ----------------------------------------------------------------------------------------- Commands


def write_or_check(options):
    """Writes the two files, or looks for faults."""
    sections = chosen(options.words)
    rows, faults = rows_of(sections)
    faults += faults_of(rows)
    faults += [] if options.words else gaps(rows)
    for name, text in {} if options.words else written_files(sections, rows).items():
        path = VECTORS / name
        if options.write:
            path.write_text(text, "ascii")
        elif not path.is_file() or path.read_text("ascii") != text:
            faults.append(f"vectors/{name} is not current; --write writes it.")
    print(*faults, f"{len(sections)} mistakes, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


def show(options):
    """Mistakes and the vectors that catch them; of sections that are given the names, too."""
    sections = sections_of("stdin", sys.stdin.read()) if options.stdin else chosen(options.words)
    rows, faults = rows_of(sections, wants_names=options.stdin)
    for row in rows:
        print(f"{row.section.id}\n{row.section.sentence}\n\nfix      {row.section.fix}")
        print(f"clauses  {', '.join(row.clauses)}")
        for one in row.section.seen:
            print(f"seen in  {one['sdk']} {one['version']}: {one['place']}")
        for name in row.outcome.caught:
            prints = row.outcome.listed.get(name, {"another class of refusal": ""})
            shown = ", ".join(f"{key} {text}".strip() for key, text in sorted(prints.items()))
            print(f"  {name} ({WORLD.corpus.by_id[name]['level']}): {shown}")
        print(f"{len(row.outcome.caught)} vectors catch it.")
        for name, certain, explains, caught in row.outcome.names:
            word = "known as" if certain else "perhaps"
            print(f"{word} {name}, whose answers are those to {explains} of {caught} vectors")
        if options.stdin and not row.outcome.names:
            print("An SDK with it gets no name.")
    faults += faults_of(rows)
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def show_vectors(options):
    """Vectors, and the mistakes that each of them catches."""
    rows, faults = rows_of(chosen(), only=set(options.words))
    for name in options.words:
        if name not in WORLD.inputs:
            raise Fault(f"no vector that the oracle computes is named {name}.")
        print(f"{name}\n{WORLD.corpus.by_id[name]['comment']}")
        for row in (row for row in rows if name in row.outcome.caught):
            names = f" ({', '.join(row.names)})" if row.names else ""
            print(f"  {row.section.id}{names}: {row.section.sentence}")
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def coverage(_):
    """Each rule of OSS with its vectors and its mistakes, and how many clauses bind whom."""
    vectors = collections.Counter(one for vector in WORLD.vectors for one in vector["clauses"])
    mistakes = collections.Counter(one for section in chosen() for one in section.clauses)
    rules, own = levels()
    for clause, level in rules.items():
        print(f"{clause:16}{level:8}{vectors[clause]:4} vectors{mistakes[clause]:4} mistakes")
    counts = collections.Counter(rules.values())
    shown = ", ".join(f"{counts[level]} {level}" for level in ("must", "should", "may"))
    print(f"{len(rules)} rules of OSS: {shown}; {len(own)} clauses bind this kit")
    return 0


COMMANDS = {"show": show, "vector": show_vectors, "coverage": coverage}


def main():
    """Do what is asked; return the exit status."""
    global WORLD  # noqa: PLW0603 (what workers share by a fork)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help="look for faults")
    parser.add_argument("--stdin", action="store_true", help="read sections from standard input")
    parser.add_argument("--write", action="store_true", help="write the two files")
    options = parser.parse_args()
    command = show if options.stdin else COMMANDS.get("".join(options.words[:1]), write_or_check)
    if command not in (write_or_check, show) or options.words[:1] == ["show"]:
        del options.words[0]
    elif options.stdin + options.check + options.write != 1 or (options.write and options.words):
        parser.error("give a command, --check [PAGE or ID]…, --write or --stdin.")
    try:
        WORLD = World()
        return command(options)
    except Fault as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    sys.exit(main())
