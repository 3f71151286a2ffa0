#!/usr/bin/env python3
"""Write the archive and the wheels: the program or the runner in Python, with the corpus.

    package.py PROGRAM PLATFORM FOLDER

PROGRAM is a stripped build of `oss-conform` for PLATFORM, such as `linux-x86_64`; FOLDER may have
`explain.html` already. The archive and its wheel hold that page, the vectors and the pages of the
specification, at the places where the program looks for them: beside it, or in `share/oss-conform`
of the environment that a wheel is installed in. Their README is `.ci/archive.md`; a link that leads
out of them becomes its text, and commands name the program beside them. The wheel for all other
machines has the package `oss_conform`, which is `vectors/oss_conform.py` with the vectors beside
it. Order, times and owners are fixed, so equal contents give equal files.
"""

import base64
import gzip
import hashlib
import io
import pathlib
import posixpath
import re
import stat
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
# What belongs to the corpus, besides the program: with it a maintainer can write an adapter.
CONTENT = ("README.md", "LICENSE", "vectors", "spec")
NOT_OF_RUNNER = ("vectors/schema.json", "vectors/explain.json", "vectors/variations.json")
# What pip calls each platform. On Linux the program is static, so every distribution will do.
TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "macos-arm64": "macosx_15_0_arm64",
    "macos-x86_64": "macosx_15_0_x86_64",
}
WHEN = (2026, 1, 1, 0, 0, 0)


def version(program):
    """The version of the program: the second word of what it prints."""
    printed = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    return printed.stdout.split()[1].rstrip(",")


def content():
    """The files of the corpus that are under version control: their paths and bytes, in order."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *CONTENT], cwd=ROOT, capture_output=True, check=True
    )
    paths = sorted(path for path in listed.stdout.decode("utf-8").split("\0") if path)
    files = {path: (ROOT / path).read_bytes() for path in paths}
    files["README.md"] = (ROOT / ".ci" / "archive.md").read_bytes()
    pages = [path for path in paths if path.endswith(".md")]
    return {**files, **{path: packed(path, files) for path in pages}}


# A link, its text without brackets in it, to a place that is no address and no heading of the page.
LINK = re.compile(r"\[([^\[\]]*)\]\((?!#|[a-z]+:)([^()#\s]+)(#[^()\s]*)?\)")


def packed(path, files):
    """A page that names the program, with the text alone of a link to what the archive lacks."""
    folders = {folder.as_posix() for name in files for folder in pathlib.PurePath(name).parents}

    def kept(link):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link[2]))
        return link[0] if target in files or target in folders else link[1]

    text = files[path].decode("utf-8").replace("swift run oss-conform", "./oss-conform")
    return LINK.sub(kept, text).encode("utf-8")


def is_executable(path, data):
    """Whether a file is a program or a script."""
    return data.startswith(b"\x7fELF") or (data.startswith(b"#!") and path.endswith((".sh", ".py")))


def write_archive(path, folder, files):
    """A tar.gz in which all files are in one folder."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mode = len(data), 0o755 if is_executable(name, data) else 0o644
            archive.addfile(entry, io.BytesIO(data))
    path.write_bytes(gzip.compress(buffer.getvalue(), mtime=0))


def record_line(name, data):
    """What the record of a wheel says of a file."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode("ascii")
    return f"{name},sha256={digest},{len(data)}\n"


def write_wheel(folder, number, tag, files):
    """A wheel; `files` maps paths inside it to bytes. The tag `any` is that of a pure wheel."""
    name = f"oss_conform-{number}"
    metadata = (
        f"Metadata-Version: 2.1\nName: oss-conform\nVersion: {number}\n"
        "Summary: Conformance kit for the request signing of Alibaba Cloud OSS\n"
        "License: Apache-2.0\nRequires-Python: >=3.8\n"
    )
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in tag.split("."))
    pure = "true" if tag == "any" else "false"
    wheel = f"Wheel-Version: 1.0\nGenerator: oss-conform\nRoot-Is-Purelib: {pure}\n{tags}"
    files = dict(files)
    files[f"{name}.dist-info/METADATA"] = metadata.encode("ascii")
    files[f"{name}.dist-info/WHEEL"] = wheel.encode("ascii")
    record = f"{name}.dist-info/RECORD"
    lines = "".join(record_line(path, data) for path, data in files.items())
    files[record] = f"{lines}{record},,\n".encode()
    with zipfile.ZipFile(folder / f"{name}-py3-none-{tag}.whl", "w") as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if is_executable(path, data) else 0o644
            entry.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(entry, data)


def python_package(number):
    """The files of the runner in Python, which has the version of the program."""
    runner = (ROOT / "vectors" / "oss_conform.py").read_bytes()
    if f'\nVERSION = "{number}"\n'.encode() not in runner:
        raise SystemExit(f"vectors/oss_conform.py has another version than {number}.")
    start = b"import sys\n\nfrom oss_conform import main\n\nsys.exit(main())\n"
    command = b"[console_scripts]\noss-conform = oss_conform:main\n"
    vectors = {
        f"oss_conform/{path[len('vectors/') :]}": data
        for path, data in content().items()
        if path.startswith("vectors/") and path.endswith(".json") and path not in NOT_OF_RUNNER
    }
    return {
        "oss_conform/__init__.py": runner,
        "oss_conform/__main__.py": start,
        **vectors,
        f"oss_conform-{number}.dist-info/entry_points.txt": command,
    }


def main(program, platform, folder):
    """Write all of them."""
    number, binary, corpus = version(program), pathlib.Path(program).read_bytes(), content()
    folder = pathlib.Path(folder)
    page = folder / "explain.html"
    if page.exists():
        corpus[page.name] = page.read_bytes()
    name = f"oss-conform-{number}-{platform}"
    write_archive(folder / f"{name}.tar.gz", name, {"oss-conform": binary, **corpus})
    data = f"oss_conform-{number}.data"
    installed = {f"{data}/data/share/oss-conform/{path}": file for path, file in corpus.items()}
    write_wheel(
        folder, number, TAGS[platform], {f"{data}/scripts/oss-conform": binary, **installed}
    )
    write_wheel(folder, number, "any", python_package(number))


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[2] not in TAGS:
        sys.exit(f"{__doc__.splitlines()[2].strip()}; PLATFORM: {', '.join(TAGS)}")
    main(*sys.argv[1:])
