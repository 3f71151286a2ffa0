#!/usr/bin/env python3
"""Builds the documentation of each library with DocC; a warning is an error.

.ci/documentation.py [FOLDER]    the archives are put there, by default below .build

Build first: swift build
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from write_api import ROOT, graphs, libraries


def build(library: str, output: pathlib.Path) -> bool:
    """Build the archive of a library, and say whether DocC has nothing to complain of."""
    with tempfile.TemporaryDirectory() as folder:
        graphs(library, folder)
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
    print(f"The documentation of {len(libraries())} libraries is in {output}.")
