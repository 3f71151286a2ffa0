#!/usr/bin/env python3
"""Builds the documentation of each library with DocC; a warning is an error.

Each public declaration, cases and requirements too, has a comment that begins with one sentence.

.ci/documentation.py [FOLDER]    the archives are put there, by default below .build

Build first: swift build
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from manifest import ROOT, libraries, run

# What OSSFoundation adds to the types of other libraries, and must have a page for.
MEMBERS = (
    "osssigning/signingrequest/init(_:bucket:key:*",
    "osssigning/signer/urlrequest(for:at:*",
    "osssigning/signer/presign(_:at:*",
    "osscredentialproviders/requestsigner/urlrequest(for:at:*",
    "foundation*/urlsession/data(for:at:body:contentmd5:signer:*",
)


def write_graphs(library: str, folder: str) -> list[dict]:
    """Write the symbol graphs of a library: its own, and those of the types that it extends."""
    target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
    modules = pathlib.Path(run("swift", "build", "--show-bin-path").strip()) / "Modules"
    options = ["-module-name", library, "-target", target, "-I", str(modules)]
    options += ["-output-dir", folder, "-minimum-access-level", "public"]
    # Without the last, DocC makes no page of a member in an extension of another library.
    options += ["-skip-synthesized-members", "-emit-extension-block-symbols"]
    run("swift", "symbolgraph-extract", *options)
    return [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).iterdir())]


def has_sentence(symbol: dict, library: str) -> bool:
    """Whether the comment of a declaration, not one that it inherits, begins with one sentence."""
    comment = symbol.get("docComment", {})
    if comment.get("module") != library:
        return False
    paragraph = "\n".join(line["text"] for line in comment["lines"]).split("\n\n")[0]
    # Code may hold anything.
    prose = re.sub(r"`[^`]*`", "X", paragraph)
    return re.fullmatch(r"[A-Z](?!.*\.\s+[A-Z]).*\.", prose, re.DOTALL) is not None


def build(library: str, output: pathlib.Path) -> bool:
    """Build the archive of a library, and say whether its comments and DocC have no fault."""
    with tempfile.TemporaryDirectory() as folder:
        found = write_graphs(library, folder)
        silent = [
            ".".join(symbol["pathComponents"])
            for graph in found
            for symbol in graph["symbols"]
            if "location" in symbol and symbol["kind"]["identifier"] != "swift.extension"
            if not has_sentence(symbol, library)
        ]
        if silent:
            print(f"{library}: no comment that begins with one sentence: {', '.join(silent)}")
        result = subprocess.run(
            [
                "docc",
                "convert",
                f"Sources/{library}/{library}.docc",
                "--additional-symbol-graph-dir",
                folder,
                "--fallback-display-name",
                library,
                "--fallback-bundle-identifier",
                library,
                "--warnings-as-errors",
                "--output-path",
                str(output / f"{library}.doccarchive"),
            ],
            cwd=ROOT,
            check=False,
        )
    return result.returncode == 0 and not silent


if __name__ == "__main__":
    output = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/documentation")
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    failed = [library for library in libraries() if not build(library, output)]
    if failed:
        sys.exit(f"The documentation of {', '.join(failed)} has faults.")
    pages = output / "OSSFoundation.doccarchive/data/documentation/ossfoundation"
    absent = [member for member in MEMBERS if not any(pages.glob(f"{member}.json"))]
    if absent:
        sys.exit(f"The documentation of OSSFoundation has no page of {', '.join(absent)}.")
    print(f"The documentation of {len(libraries())} libraries is in {output}.")
