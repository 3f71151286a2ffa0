#!/usr/bin/env python3
"""What Package.swift says of the targets, for gates that call the compiler themselves.

manifest.py TARGET    one line for each target that TARGET is made of, itself last: name and flags
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class UnknownSettingError(Exception):
    """A target has a setting that is not known here."""


def run(*command: str) -> str:
    """Run a command in the package and return its output."""
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def manifest() -> dict:
    """The manifest as the package manager reads it; a target comes behind those it depends on."""
    return json.loads(run("swift", "package", "dump-package"))


def libraries() -> list[str]:
    """The library products in the order of the manifest; each has a target of its name."""
    return [product["name"] for product in manifest()["products"] if "library" in product["type"]]


def flags_of(target: dict) -> list[str]:
    """The flags of a target's settings, as the package manager would give them."""
    flags = ["-package-name", "package", "-swift-version", "6"]
    for setting in target["settings"]:
        for kind, value in setting["kind"].items():
            if kind == "enableUpcomingFeature":
                flags += ["-enable-upcoming-feature", value["_0"]]
            elif kind == "strictMemorySafety":
                flags.append("-strict-memory-safety")
            elif kind == "treatAllWarnings":
                flags.append("-warnings-as-errors")
            else:
                raise UnknownSettingError(f"{target['name']} has the setting {kind}.")
    return flags


def made_of(name: str, targets: list[dict]) -> list[dict]:
    """The targets that one is made of, itself last."""
    needed = {name}
    for target in reversed(targets):
        if target["name"] in needed:
            needed |= {kind["byName"][0] for kind in target["dependencies"]}
    return [target for target in targets if target["name"] in needed]


def main() -> None:
    """Print the targets."""
    for target in made_of(sys.argv[1], manifest()["targets"]):
        print(target["name"], *flags_of(target))


if __name__ == "__main__":
    main()
