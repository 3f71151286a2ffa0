#!/usr/bin/env python3
"""Builds the documentation of each library with DocC; a warning is an error.

.ci/documentation.py [FOLDER]    the archives are put there, by default below .build

Build first: swift build
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What OSSFoundation adds to the types of other libraries, and must have a page for.
MEMBERS = (
    "osssigning/signingrequest/init(_:bucket:key:*",
    "osssigning/signer/urlrequest(for:at:*",
    "osssigning/signer/presign(_:at:*",
    "osscredentialproviders/requestsigner/urlrequest(for:at:*",
    "foundation*/urlsession/data(for:at:body:contentmd5:signer:*",
)


def run(*command: str) -> str:
    """Run a command in the package and return its output."""
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def libraries() -> list[str]:
    """The library products in the order of the manifest; each has one target of its name."""
    manifest = json.loads(run("swift", "package", "dump-package"))
    return [product["name"] for product in manifest["products"] if "library" in product["type"]]


def write_graphs(library: str, folder: str) -> None:
    """Write the symbol graphs of a library: its own, and those of the types that it extends."""
    target = json.loads(run("swift", "-print-target-info"))["target"]["triple"]
    modules = pathlib.Path(run("swift", "build", "--show-bin-path").strip()) / "Modules"
    options = ["-module-name", library, "-target", target, "-I", str(modules)]
    options += ["-output-dir", folder, "-minimum-access-level", "public"]
    # Without the last, DocC makes no page of a member in an extension of another library.
    options += ["-skip-synthesized-members", "-emit-extension-block-symbols"]
    run("swift", "symbolgraph-extract", *options)


def build(library: str, output: pathlib.Path) -> bool:
    """Build the archive of a library, and say whether DocC has nothing to complain of."""
    with tempfile.TemporaryDirectory() as folder:
        write_graphs(library, folder)
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
    return result.returncode == 0


if __name__ == "__main__":
    output = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/documentation")
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    failed = [library for library in libraries() if not build(library, output)]
    if failed:
        sys.exit(f"The documentation of {', '.join(failed)} has warnings.")
    pages = output / "OSSFoundation.doccarchive/data/documentation/ossfoundation"
    absent = [member for member in MEMBERS if not any(pages.glob(f"{member}.json"))]
    if absent:
        sys.exit(f"The documentation of OSSFoundation has no page of {', '.join(absent)}.")
    print(f"The documentation of {len(libraries())} libraries is in {output}.")
