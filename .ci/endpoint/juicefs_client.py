"""juicefs, a program in Go with the Go SDK v2 inside; V1, and V4 with the endpoint as the proxy."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from operations import BODY, BUCKET, KEY_ID, SECRET, TOKEN, URL, run, same

JUICEFS = shutil.which("juicefs", path=str(Path(sys.executable).parent))
KEYS = ":".join([KEY_ID, SECRET, *([TOKEN] if TOKEN else [])])
ADDRESS = URL.replace("http://", f"http://{BUCKET}.")
THERE = ADDRESS.replace("http://", f"oss://{KEYS}@") + "/"


def juicefs(*arguments):
    """What the program prints; a failure is an error."""
    ended = subprocess.run(
        [JUICEFS, *arguments], capture_output=True, text=True, timeout=100, check=False
    )
    if ended.returncode or "failed" in ended.stdout.lower():
        raise RuntimeError(f"{ended.returncode}: {ended.stdout[-400:]} {ended.stderr[-400:]}")
    return ended.stdout


class JuiceFS:
    """Its two commands for objects."""

    def also_bench(self):
        keys = ["--access-key", KEY_ID, "--secret-key", SECRET]
        keys += ["--session-token", TOKEN] if TOKEN else []
        sizes = ["--block-size", "128K", "--big-object-size", "1", "--small-objects", "3"]
        options = ["--small-object-size", "16K", "--skip-functional-tests", "-p", "1"]
        juicefs("objbench", "--storage", "oss", *keys, *sizes, *options, ADDRESS)

    def also_sync(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a", "b b", "c+c%", "ü"):
                Path(folder, "up", name).parent.mkdir(exist_ok=True)
                Path(folder, "up", name).write_bytes(BODY)
            juicefs("sync", "--no-https", f"{folder}/up/", f"{THERE}synced/")
            juicefs("sync", "--no-https", f"{THERE}synced/", f"{folder}/down/")
            names = sorted(path.name for path in Path(folder, "down").iterdir())
            same(names, ["a", "b b", "c+c%", "ü"])


class Tasks:
    """The same for the tasks of scenarios."""

    def put(self, key, body):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, key).write_bytes(body)
            juicefs("sync", "--no-https", f"{folder}/", THERE)

    def get(self, key):
        with tempfile.TemporaryDirectory() as folder:
            juicefs("sync", "--no-https", THERE, f"{folder}/")
            return Path(folder, key).read_bytes()


run(Tasks() if "OSS_TASK" in os.environ else JuiceFS())
