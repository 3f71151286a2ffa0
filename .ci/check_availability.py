#!/usr/bin/env python3
"""Compiles the libraries for the oldest Apple systems that Package.swift names, on Linux.

.ci/check_availability.py

A use of anything newer is an error of the compiler, as it would be in Xcode: it judges
`if #available`, `@available`, the choice of overloads, and what needs a newer runtime. It stops
after type checking; nothing is linked, and nothing runs.

The toolchain on Linux has no module of an Apple system, but it has the interfaces of the standard
library as texts, with every `@available`. They are compiled for the Apple system, with these
changes:
- The module flags name the Apple target, let the interface itself use what it declares, and skip
  the bodies of its functions, which say nothing about what is available.
- `@backDeployed` is removed: it asks for a body. `@available` is separate.
Foundation is the text .ci/availability/Foundation.swiftinterface.

First, a canary must show that what is newer is refused, and that its older sibling is accepted.
Not seen is what is in `#if canImport(Darwin)`, and how Objective-C sees the libraries.
"""

import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from manifest import ROOT, UnknownSettingError, flags_of, libraries, manifest

# An app has no use for them: the one runs adapters as processes, on a Mac or Linux, and the other
# is for tests, and needs the interface of Swift Testing.
NOT_FOR_APPS = {"OSSConformance", "OSSTesting"}
MODULES = ("Swift", "_Concurrency", "_StringProcessing", "SwiftOnoneSupport")
FOUNDATION = ROOT / ".ci/availability/Foundation.swiftinterface"
CACHE = ROOT / ".build/availability"
ERROR = re.compile(r"^(.+?):(\d+):\d+: error: (.*)$", re.MULTILINE)
# The first visionOS has all that iOS 17 has, so the check for iOS is the stricter one.
COVERED = "visionos"
CANARY = """import Foundation
func old(_ numbers: ContiguousArray<Int>) -> Int { numbers.span.count }
func new(_ numbers: [Int]) -> Int { numbers.span.count }
func old(_ url: URL) -> URL { url.appendingPathComponent("a") }
func new(_ url: URL) -> URL { url.appending(path: "a") }
"""


class Failure(Exception):
    """The check could not be made."""


def toolchain() -> pathlib.Path:
    """Return the folder of the toolchain, which holds usr."""
    swift = shutil.which("swift")
    if not swift:
        raise Failure("there is no swift.")
    return pathlib.Path(swift).resolve().parents[2]


class Platform:
    """An Apple system at the oldest version that the package supports."""

    def __init__(self, name: str, version: str):
        self.system = f"arm64-apple-{name}"
        self.triple = self.system + version
        self.usr = toolchain() / "usr"
        self.folder = CACHE / self.triple

    def interface(self, path: pathlib.Path) -> str:
        """Return the text of an interface, changed so that it compiles for this system."""
        flags = rf"\1 -target {self.triple} -disable-availability-checking"
        flags += " -experimental-skip-all-function-bodies"
        text, count = re.subn(
            r"(?m)^(// swift-module-flags:.*?) -target \S+", flags, path.read_text(), count=1
        )
        if count != 1:
            raise Failure(f"{path} names no target in its flags.")
        return re.sub(r"(?m)^ *@backDeployed\([^)\n]*\) *\n", "", text)

    def prepare(self) -> None:
        """Write the interfaces of the standard library and of Foundation where they are found."""
        paths = {"Foundation": FOUNDATION}
        for module in MODULES:
            folder = self.usr / "lib/swift/linux" / f"{module}.swiftmodule"
            paths[module] = next(
                path for path in folder.glob("*.swiftinterface") if path.name.count(".") == 1
            )
        for module, source in paths.items():
            path = self.folder / "lib" / f"{module}.swiftmodule" / f"{self.system}.swiftinterface"
            text = self.interface(source)
            # One that stays the same is not compiled again.
            if not path.exists() or path.read_text() != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)

    def compile(
        self, module: str, sources: list[pathlib.Path], flags: list[str], modules: pathlib.Path
    ) -> list[tuple[str, int, str]]:
        """Type check a module, put it into a folder, and return its errors: path, line, text."""
        command = [self.usr / "bin/swift-frontend", "-frontend", "-emit-module"]
        command += ["-target", self.triple, "-disable-objc-interop", "-parse-as-library"]
        command += ["-module-name", module, "-o", modules / f"{module}.swiftmodule"]
        command += ["-I", self.folder / "lib", "-I", modules]
        command += ["-module-cache-path", self.folder / "cache", "-diagnostic-style", "llvm"]
        result = subprocess.run(
            [*command, *flags, *sources], check=False, capture_output=True, text=True
        )
        found = [(path, int(line), text) for path, line, text in ERROR.findall(result.stderr)]
        if result.returncode and not found:
            raise Failure(f"the compiler failed for {self.triple}:\n{result.stderr}")
        return found

    def sing(self, modules: pathlib.Path) -> None:
        """Let the canary show that this system refuses what is newer, and nothing else."""
        source = modules / "Canary.swift"
        source.write_text(CANARY)
        found = self.compile("Canary", [source], ["-swift-version", "6"], modules)
        newer = [line for _, line, text in found if "is only available in" in text]
        if newer != [3, 5] or len(found) != 2:
            raise Failure(f"the canary of {self.triple} has other errors than it must: {found}")

    def errors(self, targets: dict[str, list[str]]) -> list[str]:
        """Compile the targets, which have their flags, up to the first that has errors."""
        self.prepare()
        with tempfile.TemporaryDirectory() as folder:
            modules = pathlib.Path(folder)
            self.sing(modules)
            for name, flags in targets.items():
                sources = sorted((ROOT / "Sources" / name).rglob("*.swift"))
                found = self.compile(name, sources, flags, modules)
                if found:
                    return [
                        f"{pathlib.Path(path).relative_to(ROOT)}:{line}: {text} ({self.triple})"
                        for path, line, text in found
                    ]
        return []


def main() -> int:
    """Check every library that is for apps, on every system."""
    package = manifest()
    shipped = {
        target
        for product in package["products"]
        if product["name"] in set(libraries()) - NOT_FOR_APPS
        for target in product["targets"]
    }
    # The manifest names what a target depends on before the target.
    targets = {
        target["name"]: flags_of(target)
        for target in package["targets"]
        if target["name"] in shipped
    }
    platforms = [
        Platform(item["platformName"], item["version"])
        for item in package["platforms"]
        if item["platformName"] != COVERED
    ]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda platform: platform.errors(targets), platforms)
        errors = [line for lines in found for line in lines]
    print("\n".join(errors) or f"{', '.join(targets)} use nothing newer than they may on:")
    print(", ".join(platform.triple for platform in platforms))
    return 1 if errors else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, UnknownSettingError) as failure:
        sys.exit(f"check_availability.py: {failure}")
