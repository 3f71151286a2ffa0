#!/usr/bin/env python3
"""Write the tables of explain.md and the layout of explain.json, or say what is wrong there."""

import argparse
import functools
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # the folder stays as it is

from explain_tables import SHOWS, compact, named, tables  # noqa: E402

SPEC = pathlib.Path(__file__).resolve().parent
VECTORS, PAGE, SWIFT = SPEC.parent / "vectors", SPEC / "explain.md", SPEC.parent / "Sources"
CLAUSE = re.compile(r"^- \*\*([A-Z0-9-]+)\*\* \(", re.MULTILINE)
STEP = re.compile(r'\b(first|all)\((?:of: )?"([a-z0-9-]+)"')
# A fact is a case of a switch over names, or a note that one step leaves for others.
FACT = re.compile(r'(?:case ((?:"[a-z0-9-]+",?\s*)+):|notes\["([a-z]+)"\])')
SECRET = re.compile(
    "signature(-restored|-plain|-decoded)?|token|token-raw|token-given|text-token|own-token|own|query|body"
    "|sent|signed|sent-lower|sent-encoded-again|(header|text-header):(authorization|.*token.*)"
    "|(parameter|raw|field|argument):.*(token|signature).*"
)
# How many words a verb takes; the others take one or more.
WORDS = {"exists": 0, "empty": 0, "number": 0, "foreign": 0, "escaped": 0, "ascii": 0}
WORDS |= {"printable": 0, "capitals": 0, "base64": 0, "has-blank-ends": 0, "invalid-bucket": 0}
WORDS |= {"hidden": 0}
WORDS |= {"above": 1, "below": 1, "outside": 2}
NUMBERS = {"length", "hex", "base64-of", "base64-of-hex", "above", "below", "outside"}
WIDTH = 194  # of a line of explain.json, unless one member is longer


def layout(data):
    """The one layout of explain.json: a row a line, and a long one broken between its members."""
    if isinstance(data, list):
        return "[\n" + ",\n".join(map(broken, data)) + "]"
    if not isinstance(data, dict):
        return compact(data)
    return "{\n" + ",\n".join(f"{compact(name)}:{layout(one)}" for name, one in data.items()) + "}"


def broken(row):
    """A row, on as many lines as it needs."""
    lines = [""]
    for name, value in row.items():
        text = f"{compact(name)}:{compact(value)},"
        lines += [" "] if lines != [""] and len(lines[-1] + text) > WIDTH else []
        lines[-1] += text
    return "{" + "\n".join(lines)[:-1] + "}"


def faults_of_names(data, mistakes, used, swift):
    """Names that are there twice, that are no cause, or that nothing finds."""
    ids = [one["id"] for one in data["causes"]]
    yield from (f"the id {name} is there twice" for name in {*ids} if ids.count(name) > 1)
    yield from (f"{name} is also a mistake" for name in ids if name in mistakes)
    yield from (f"{name} is no cause and no mistake" for name in used - {*ids, *mistakes})
    yield from (
        f"nothing finds {one}" for one in ids if one not in used and f'"{one}"' not in swift
    )
    named = [(one["action"], name) for one in data["calls"] for name in one["names"]]
    yield from (f"calls: {one} is there twice" for one in {*named} if named.count(one) > 1)


def faults(data, mistakes, used, known):
    """What is wrong with the file; known are the clauses and the vectors that there are."""
    swift = "".join(path.read_text("utf-8") for path in SWIFT.glob("OSSExplain/**/*.swift"))
    yield from faults_of_names(data, mistakes, used, swift)
    for one in data["causes"]:
        names = {*one.get("clauses", {}).values(), *one.get("vectors", {}).values()} - known
        yield from (f"{one['id']}: there is no {name}" for name in sorted(names))
    read = {step: how for how, step in STEP.findall(swift)}
    yield from (
        f"{one}: a step that is read, or one with rows" for one in read.keys() ^ data["steps"]
    )
    # The rows of "weak" are read after those of "answers".
    groups = {"answers": data["answers"] + data["weak"], **data["steps"]}
    for part, rows in (groups | {name: data[name] for name in ("codes", "differences")}).items():
        before = []
        for row in rows:
            place, ways = f"{part}: {compact(row)[:100]}", keys(row)
            is_free = "when" not in row and "sends" not in row
            if part == "answers" and is_free and "source" not in row:
                yield f"{place} has no source and no condition"
            yield from (f"{place} {fault}" for fault in unknown(row, swift))
            if row.get("says", []) != [text.lower() for text in row.get("says", [])]:
                yield f"{place} has capitals in its words"
            dead = [way for way in ways if any(covers(one, way) for one in before)]
            if dead and (len(dead) == len(ways) or part != "differences"):
                yield f"{place}: {dead[0][-1] or 'it'} is never reached"
            if is_free and read.get(part) != "all":
                before += [way for way in ways if way[0] != "codes" or "with" not in row]


@functools.cache
def facts(swift):
    """The names of all facts."""
    return {name for found in FACT.findall(swift) for name in re.findall("[a-z0-9-]+", f"{found}")}


def unknown(row, swift):
    """What a row asks or shows that is no fact, or that nobody may see."""
    shown = re.findall(r"\{\??([^}]*)\}", row.get("detail", ""))
    yield from (f"shows the secret {name}" for name in shown if SECRET.fullmatch(name))
    for text in row.get("when", []):
        name, verb, *words = text.removeprefix("!").split(" ", 2)
        words = words[0].split("|") if words else []
        shown += [name, *re.findall(r"(?<![$#])\{([A-Za-z0-9:-]+)\}", text)]
        is_right = len(words) == WORDS[verb] if verb in WORDS else bool(words)
        if not is_right or (verb in NUMBERS and not all(word.isdigit() for word in words)):
            yield f"has other words than its verb takes: {text}"
    yield from (
        f"names no fact: {name}" for name in shown if name.split(":")[0] not in facts(swift)
    )


def keys(row):
    """The ways in which a row is reached, where its conditions hold."""
    parts, versions = row.get("part", []), row.get("versions", ["v1", "v2", "v4"])
    ways = [(part, version, row["relation"]) for part in parts for version in versions]
    return ways or [(what, one) for what in SHOWS for one in row.get(what, [])] or [("any", "")]


def covers(one, way):
    """Whether what is reached in a way is reached in the first one, too."""
    (*kind, first), (*other, text) = one, way
    if kind == ["any"] or kind != other:
        return kind == ["any"]
    if len(kind) == 2:
        return first in (text, "differs") and (first == text or text[:3] != "uns")
    has = {"codes": f"{text}.".startswith(f"{first}."), "says": first in text}
    return has.get(kind[0], text.startswith(first))


def main():
    """Write both files or check them; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, and say what is wrong")
    check = parser.parse_args().check
    paths = [VECTORS / f"{name}.json" for name in ("explain", "mistakes", "variations")]
    texts = [path.read_text("ascii") for path in paths]
    data, mistakes, variations = map(json.loads, texts)
    found = [] if data["version"] == mistakes["version"] else ["mistakes.json has another version"]
    mistakes = {one["id"]: one for one in mistakes["mistakes"]}
    rows = sum(data["steps"].values(), data["answers"] + data["weak"] + data["differences"])
    used = {name for row in rows + variations for name in named(row)}
    known = {name for page in SPEC.glob("*.md") for name in CLAUSE.findall(page.read_text("utf-8"))}
    for path in VECTORS.glob("*/**/*.json"):
        known |= {vector["id"] for vector in json.loads(path.read_text("ascii"))["vectors"]}
    found += faults(data, mistakes, used, known)
    old = new = PAGE.read_text("utf-8")
    for name, text in tables(data, mistakes, used).items():
        place = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        found += [] if place.search(old) else [f"spec/explain.md has no place for the table {name}"]
        new = place.sub(lambda marks, text=text: marks[1] + text + marks[2], new)
    for path, before, after in ((PAGE, old, new), (paths[0], texts[0], layout(data) + "\n")):
        if check and before != after:
            found.append(f"{path.name} is not as spec/explain.py writes it")
        elif not check:
            path.write_text(after, "utf-8")
    print(*found, f"explain: {len(data['causes'])} causes, {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
