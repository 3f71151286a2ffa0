#!/usr/bin/env python3
"""Print the tables of vectors/explain.json into spec/explain.md, or look for faults of both."""

import argparse
import json
import pathlib
import re
import sys

SPEC = pathlib.Path(__file__).resolve().parent
VECTORS, PAGE = SPEC.parent / "vectors", SPEC / "explain.md"
CLAUSE = re.compile(r"^- \*\*([A-Z0-9-]+)\*\* \(", re.MULTILINE)
SHOWS = ("codes", "says", "ec")


def quoted(texts):
    """Texts as code, with commas between."""
    return ", ".join(f"`{text}`" for text in texts)


def table(titles, rows):
    """A table of Markdown between two empty lines."""
    lines = [titles.split("|"), ["---"] * len(titles.split("|")), *rows]
    return "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def answer(row):
    """What a row of the answers has beside its cause."""
    codes, says, causes = (quoted(row.get(what, [])) for what in SHOWS)
    codes += f" with `{row['with']}`" if "with" in row else ""
    sent = f", if the request has {quoted(row['sends'])}" if "sends" in row else ""
    return row.get("certainty", "likely") + sent, codes, says, causes, f"[page]({row['source']})"


def tables(data, mistakes, page):
    """The tables by the names of their marks."""
    paths = {name: f"mistakes/{one['page']}.md#{name}" for name, one in mistakes.items()}
    clauses = "\n".join(re.findall(r"^- \*\*EXP-.*", page, re.MULTILINE))
    named = {row["cause"] for row in data["answers"] + data["weak"]}
    named |= set(re.findall(r"`([a-z0-9-]+)`", clauses))
    codes, causes, found = [], [], []
    for one in data["codes"]:
        codes.append((f"`{one['code']}`", *(quoted(one.get(what, [])) for what in SHOWS[1:])))
    for one in data["causes"]:
        broken = (one.get("clauses", {}).get(version, "") for version in ("v1", "v4"))
        causes.append((f"`{one['id']}`", one["sentence"], *broken))
    for name, one in ((name, mistakes[name]) for name in mistakes if name in named):
        found.append((f"[`{name}`]({paths[name]})", one["sentence"], ", ".join(one["clauses"])))
    result = {
        "codes": table("code|message|exact cause", codes),
        "causes": table("finding|the cause|V1|V4", causes),
        "mistakes": table("finding|the mistake|clauses", found),
    }
    for part in ("answers", "weak"):
        rows = []
        for row in data[part]:
            link = f"[`{name}`]({paths[name]})" if (name := row["cause"]) in paths else f"`{name}`"
            rows.append((link, *answer(row)))
        result[part] = table("finding|certainty|code|message|exact cause|source", rows)
    return result


def faults(data, mistakes, known):
    """What is wrong with the file; known are the clauses and the vectors that there are."""
    ids = [one["id"] for one in data["causes"]]
    yield from (f"the id {name} is there twice" for name in {*ids} if ids.count(name) > 1)
    yield from (f"{name} is also a mistake" for name in ids if name in mistakes)
    for one in data["causes"]:
        names = {*one.get("clauses", {}).values(), *one.get("vectors", {}).values()} - known
        yield from (f"{one['id']}: there is no {name}" for name in sorted(names))
    for part in ("codes", "answers", "weak"):
        if part != "weak":
            before = []
        for row in data[part]:
            place = f"{part}: {row.get('cause', row.get('code'))}"
            if part != "codes" and row["cause"] not in {*ids, *mistakes}:
                yield f"{place} is no cause and no mistake"
            for what, text in ((kind, text) for kind in SHOWS for text in row.get(kind, [])):
                if what == "says" and text != text.lower():
                    yield f"{place}: {text} has capitals"
                if any(covers(*one, text) for one in before if one[0] == what):
                    yield f"{place}: {text} is never reached: an earlier one covers it"
                before += [(what, text)] if what != "codes" or "with" not in row else []


def covers(what, text, later):
    """Whether an answer with the later text has the first one, too."""
    has = {"codes": f"{later}.".startswith(f"{text}."), "says": text in later}
    return has.get(what, later.startswith(text))


def main():
    """Write the page or check; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, and say what is wrong")
    check = parser.parse_args().check
    names = ("explain.json", "mistakes.json")
    data, mistakes = (json.loads((VECTORS / name).read_text("ascii")) for name in names)
    found = [] if data["version"] == mistakes["version"] else ["mistakes.json has another version"]
    mistakes = {one["id"]: one for one in mistakes["mistakes"]}
    known = {name for page in SPEC.glob("*.md") for name in CLAUSE.findall(page.read_text("utf-8"))}
    for path in VECTORS.glob("*/**/*.json"):
        known |= {vector["id"] for vector in json.loads(path.read_text("ascii"))["vectors"]}
    old = new = PAGE.read_text("utf-8")
    found += faults(data, mistakes, known)
    for name, text in tables(data, mistakes, old).items():
        place = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        found += [] if place.search(old) else [f"spec/explain.md has no place for the table {name}"]
        new = place.sub(lambda marks, text=text: marks[1] + text + marks[2], new)
    if check and new != old:
        found.append("spec/explain.md is not current: run spec/explain.py")
    elif not check:
        PAGE.write_text(new, "utf-8")
    print(*found, f"explain: {len(data['causes'])} causes, {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
