#!/usr/bin/env python3
"""Write the explain page: one file of HTML that needs nothing from elsewhere and sends nothing.

    explain_page.py MODULE FILE
    explain_page.py --check

MODULE is OSSExplain as WebAssembly. The page is made of Sources/OSSExplainPage/Page. The texts of
the interface and the Chinese are in its texts.json; with `--check` they are looked at alone: each
cause, each code of OSS and each detail of a row has its Chinese, no cause and no code is left over,
and names and numbers are kept. A detail that the program writes itself may stay English.
"""

import base64
import gzip
import hashlib
import itertools
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "Sources" / "OSSExplainPage" / "Page"
LIMIT = 1_200_000
MEMBERS = ("sentence", "guess", "fix", "fixV4", "fixRPC")
CLAUSE = re.compile(r"- \*\*([A-Z0-9-]+)\*\* \(\w+\) (.*)")
# A word that no language changes: of a header, a value, an address, a placeholder or a program.
NAME = re.compile(r"[!-~]*(?:[<>/:%_*=]|\d|x-oss|[a-z][A-Z]|[A-Z]{2})[!-~]*")


def read(*path):
    """A file of the repository, as JSON."""
    return json.loads(ROOT.joinpath(*path).read_text(encoding="utf-8"))


def codes(explain):
    """The codes of OSS and STS that the rows name, each once."""
    rows = [*explain["answers"], *explain["weak"], *itertools.chain(*explain["steps"].values())]
    named = [code for row in rows for code in row.get("codes", [])]
    return set(named) | {row["code"] for row in explain["codes"]}


def names(text):
    """The words of a sentence that are the same in each language, without the marks around them."""
    words = (word.strip(".,;:()\"'?") for word in NAME.findall(text))
    words = (re.sub(r"(?<=[A-Za-z])(?:'s|(?<=[A-Zl])s)$", "", word) for word in words)
    return {word for word in words if NAME.search(word)}


def kept(place, english, chinese):
    """Faults of one sentence: it is Chinese, it ends as one, and it keeps names and numbers."""
    if not re.search(r"[\u4e00-\u9fff]", chinese):
        yield f"{place}: it has no Chinese."
    if re.search(r"[.!?]$", english) and not re.search(r"[\u3002\uff1f\uff01]$", chinese):
        yield f"{place}: it does not end as a sentence."
    lost = sorted(name for name in names(english) if name.lower() not in chinese.lower())
    if lost:
        yield f"{place}: it lacks {', '.join(lost)}."


def faults_of_interface(interface):
    """What is wrong with the texts of the page itself."""
    page = (FOLDER / "page.html").read_text("utf-8") + (FOLDER / "page.js").read_text("utf-8")
    for name, pair in interface.items():
        if sorted(pair) != ["en", "zh"]:
            yield f"interface, {name}: it does not have English and Chinese."
            continue
        if re.findall(r"\{\d\}", pair["en"]) != re.findall(r"\{\d\}", pair["zh"]):
            yield f"interface, {name}: its placeholders differ."
        if not re.search(rf"""["'`]{name}["'`]""", page):
            yield f"interface, {name}: nothing shows it."


def faults_of_keys(place, wanted, there):
    """Ids without a text, and texts without an id."""
    for name in sorted(wanted ^ there):
        yield f"{place}, {name}: it is " + ("stale." if name in there else "not there.")


def faults_of_causes(causes, rows):
    """What is wrong with the Chinese of the causes."""
    yield from faults_of_keys("causes", rows.keys(), causes.keys())
    for name in sorted(rows.keys() & causes.keys()):
        english = {member: rows[name][member] for member in MEMBERS if member in rows[name]}
        yield from faults_of_keys(f"causes, {name}", english.keys(), causes[name].keys())
        for member in english.keys() & causes[name].keys():
            yield from kept(f"causes, {name}, {member}", english[member], causes[name][member])


def pattern(sentence):
    """What a sentence of a detail matches: {0} is a word, {0+} any text."""
    parts = re.split(r"\{(\d\+?)\}", sentence)
    groups = ("(.+?)" if part.endswith("+") else r"(\S+)" for part in parts[1::2])
    pairs = itertools.zip_longest(map(re.escape, parts[::2]), groups, fillvalue="")
    return re.compile("".join(itertools.chain(*pairs)))


def faults_of_details(details, explain):
    """Details without Chinese; each is sentences of the table, one after another."""
    patterns = [pattern(sentence) for sentence in details]

    def is_known(text):
        ends = [match.start() + 1 for match in re.finditer(r"[.?] ", text)] + [len(text)]
        return text == "" or any(
            any(one.fullmatch(text[:end]) for one in patterns) and is_known(text[end + 1 :])
            for end in ends
        )

    for sentence, chinese in details.items():
        english = re.sub(r"\{(\d)\+\}", r"{\1}", sentence)
        yield from kept(f"details, {english}", english, chinese)
    rows = [*explain["answers"], *explain["weak"], *itertools.chain(*explain["steps"].values())]
    for row in rows + explain["differences"]:
        for words in (row.get("detail", ""), row.get("fix", "")):
            text = re.sub(r"\{[^}]*\}", "x", re.sub(r"\{\?[^}]*\}", "", words).strip())
            if text not in {"", "x"} and not is_known(text):
                yield f"details, {text}: it is not there."


def faults(texts, explain):
    """What is wrong with the texts of the page."""
    yield from faults_of_details(texts["details"], explain)
    yield from faults_of_interface(texts["interface"])
    yield from faults_of_causes(texts["causes"], {row["id"]: row for row in explain["causes"]})
    yield from faults_of_keys("codes", codes(explain), texts["codes"].keys())
    source = (ROOT / "Sources" / "OSSExplain" / "Explanation.swift").read_text("utf-8")
    for english, chinese in texts["missing"].items():
        if english.removeprefix("the whole ") not in source:
            yield f"missing, {english}: no explanation says it."
        yield from kept(f"missing, {english}", english, chinese)


def clauses():
    """The words of each clause."""
    found = {}
    for path in sorted((ROOT / "spec").glob("*.md")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := CLAUSE.match(line):
                found[match[1]] = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", match[2])
    return found


def knowledge(explain):
    """What the module and the page read, without what neither needs."""
    needed = ("id", "page", "sentence", "fix", "clauses")
    mistakes = [
        {name: row[name] for name in needed} for row in read("vectors", "mistakes.json")["mistakes"]
    ]
    cited = {name for row in mistakes for name in row["clauses"]}
    for row in explain["causes"]:
        cited |= set(row.get("clauses", {}).values())
    return {
        "explain": explain,
        "mistakes": {"mistakes": mistakes},
        "variations": read("vectors", "variations.json"),
        "clauses": {name: text for name, text in clauses().items() if name in cited},
    }


def packed(data):
    """Bytes as the page holds them."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode("ascii")


def compact(value):
    """JSON without blanks, which cannot end the element that holds it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/")


def hashed(text):
    """The source of a Content-Security-Policy for what is written in the page."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def page(module, texts, explain):
    """The document, whose policy refuses what would send something (EXP-PAGE-1)."""
    style, script = ((FOLDER / name).read_text("utf-8") for name in ("page.css", "page.js"))
    policy = (
        f"default-src 'none'; script-src {hashed(script)} 'wasm-unsafe-eval'; "
        f"style-src {hashed(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    parts = {
        "policy": policy,
        "style": style,
        "script": script,
        "texts": compact(texts),
        "knowledge": packed(compact(knowledge(explain)).encode()),
        "module": packed(module),
    }
    template = (FOLDER / "page.html").read_text("utf-8")
    return re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], template).encode()


def main(words):
    """Check the texts, and write the page; return the exit status."""
    texts, explain = read(FOLDER, "texts.json"), read("vectors", "explain.json")
    found = list(faults(texts, explain))
    for fault in found:
        print(f"texts.json: {fault}", file=sys.stderr)
    if words == ["--check"] or found:
        return 1 if found else 0
    module, file = words
    document = page(pathlib.Path(module).read_bytes(), texts, explain)
    size = len(gzip.compress(document, 9, mtime=0))
    pathlib.Path(file).write_bytes(document)
    print(f"{file}: {len(document):,} bytes, {size:,} with gzip")
    return 0 if size <= LIMIT else f"The page has more than {LIMIT:,} bytes with gzip."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
