#!/usr/bin/env python3
"""Writes spec/api.md, the public API of each library, from the symbol graphs of a debug build.

    .ci/write_api.py            writes the page
    .ci/write_api.py --check    writes nothing, and fails if the page is not current

Build first: swift build
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "spec" / "api.md"
# The compiler makes these of a type's conformances; nobody calls them by name.
SILENT = {
    "!=(_:_:)",
    "==(_:_:)",
    "hash(into:)",
    "hashValue",
    "customMirror",
    "debugDescription",
    "description",
    "init(stringLiteral:)",
    "init(arrayLiteral:)",
    "init(dictionaryLiteral:)",
    "init(integerLiteral:)",
    "init(booleanLiteral:)",
    "init(nilLiteral:)",
    "encode(to:)",
    "init(from:)",
    "allCases",
    "AllCases",
    "RawValue",
    "init(rawValue:)",
}
TYPES = {"swift.struct", "swift.enum", "swift.class", "swift.protocol", "swift.actor"}
ORDER = [
    "swift.enum.case",
    "swift.associatedtype",
    "swift.typealias",
    "swift.type.property",
    "swift.property",
    "swift.init",
    "swift.subscript",
    "swift.type.method",
    "swift.method",
    "swift.func",
    "swift.func.op",
]
OPENING = """# The public API

What each library offers, type by type, each with the first sentence of its documentation.
`.ci/write_api.py` writes this page from the compiler's symbol graph, and CI fails when it is not
current. What every value has alike, such as `==` and a description, is left out, and the sentences
of an enumeration's cases stand in its source.
"""


def run(*command: str) -> str:
    """Run a command in the package and return its output."""
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def libraries() -> list[str]:
    """The library products in the order of the manifest; each has one target of its name."""
    manifest = json.loads(run("swift", "package", "dump-package"))
    return [product["name"] for product in manifest["products"] if "library" in product["type"]]


def graphs(library: str, folder: str, *options: str) -> list[dict]:
    """The symbol graphs of a library: its own, and those of the types that it extends."""
    target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
    modules = pathlib.Path(run("swift", "build", "--show-bin-path").strip()) / "Modules"
    run(
        "swift",
        "symbolgraph-extract",
        "-module-name",
        library,
        "-target",
        target,
        "-I",
        str(modules),
        "-output-dir",
        folder,
        "-minimum-access-level",
        "public",
        "-skip-synthesized-members",
        *options,
    )
    return [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).iterdir())]


def declaration(symbol: dict) -> str:
    """Return the declaration on one line, without attributes."""
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    text = re.sub(r"\s+", " ", text).replace(" { get }", "")
    return re.sub(r"^(@\w+(\([^)]*\))? )+", "", text)


def sentence(symbol: dict) -> str:
    """The first sentence of the documentation, links turned into code."""
    lines = [line["text"] for line in symbol.get("docComment", {}).get("lines", [])]
    paragraph = " ".join(lines[: lines.index("")] if "" in lines else lines)
    paragraph = re.sub(r"``([^`]*)``", lambda link: f"`{link[1].split('/')[-1]}`", paragraph)
    return re.split(r"(?<=\.)\s+(?=[A-Z`])", paragraph.strip())[0]


def line_of(symbol: dict) -> tuple:
    """Return the file and the line of a symbol."""
    place = symbol.get("location", {})
    return (place.get("uri", ""), place.get("position", {}).get("line", 0))


def rank(symbol: dict) -> tuple:
    """Return what members are sorted by: their kind, then their place."""
    return (ORDER.index(symbol["kind"]["identifier"]), line_of(symbol), symbol["pathComponents"])


def protocols(symbols: list[dict], links: list[dict]) -> dict[str, set[str]]:
    """For each type the members that a protocol of its library asks for, which are shown there."""
    paths = {symbol["identifier"]["precise"]: symbol["pathComponents"] for symbol in symbols}
    asked: dict[str, set[str]] = {}
    for link in links:
        if link["kind"] in ("requirementOf", "optionalRequirementOf"):
            asked.setdefault(link["target"], set()).add(paths[link["source"]][-1])
    required: dict[str, set[str]] = {}
    for link in links:
        if link["kind"] == "conformsTo" and link["target"] in asked and link["source"] in paths:
            name = ".".join(paths[link["source"]])
            required.setdefault(name, set()).update(asked[link["target"]])
    return required


def section(library: str) -> str:
    """Return the section of a library."""
    with tempfile.TemporaryDirectory() as folder:
        found = graphs(library, folder)
    symbols = [symbol for graph in found for symbol in graph["symbols"]]
    required = protocols(symbols, [link for graph in found for link in graph["relationships"]])
    types: dict[str, dict] = {}
    members: dict[str, list[dict]] = {}
    for symbol in symbols:
        path = symbol["pathComponents"]
        if symbol["kind"]["identifier"] in TYPES:
            types[".".join(path)] = symbol
        elif path[-1] not in SILENT | required.get(".".join(path[:-1]), set()):
            members.setdefault(".".join(path[:-1]), []).append(symbol)
    lines = [f"## {library}", ""]
    for name in sorted(set(types) | set(members)):
        lines.append(heading(name, types.get(name)))
        own = sorted(members.get(name, []), key=rank)
        lines += ["", *items(own)] if own else []
        lines.append("")
    return "\n".join(lines)


def heading(name: str, symbol: dict | None) -> str:
    """Return the line that begins a type, or what is outside of any."""
    if symbol is None:
        return f"**extension `{name}`**" if name else "**functions and names**"
    kind = symbol["kind"]["identifier"].split(".")[1]
    return f"**{kind} `{name}`** {sentence(symbol)}"


def items(own: list[dict]) -> list[str]:
    """Return a line for each member, and one for all cases."""
    cases = [symbol for symbol in own if symbol["kind"]["identifier"] == "swift.enum.case"]
    names = ", ".join(f"`{declaration(case).removeprefix('case ')}`" for case in cases)
    lines = [f"- cases: {names}"] if cases else []
    return lines + [f"- `{declaration(symbol)}` {sentence(symbol)}" for symbol in own[len(cases) :]]


def main() -> int:
    """Write the page, or check it."""
    page = "\n".join([OPENING] + [section(library) for library in libraries()]).rstrip("\n") + "\n"
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page)
        return 0
    current = PAGE.exists() and PAGE.read_text() == page
    print(f"spec/api.md is {'current' if current else 'not what .ci/write_api.py writes'}.")
    return 0 if current else 1


if __name__ == "__main__":
    sys.exit(main())
