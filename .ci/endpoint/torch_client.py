"""osstorchconnector, Alibaba's client in C++ for PyTorch, without PyTorch; V4."""

import importlib.util
import json
import sys
import tempfile
from pathlib import Path

from operations import BODY, BUCKET, KEY_ID, REGION, SECRET, TOKEN, URL, run, same

# The package imports PyTorch; what sends needs only this part of it.
PARTS = Path(importlib.util.find_spec("osstorchconnector").origin).parent
sys.path.insert(0, str(PARTS))
from _oss_connector import new_oss_dataset  # noqa: E402


class Torch:
    """Its calls."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        keys = {"AccessKeyId": KEY_ID, "AccessKeySecret": SECRET}
        if TOKEN:
            keys |= {"SecurityToken": TOKEN, "Expiration": "2099-01-01T00:00:00Z"}
        paths = []
        settings = {"log_level": 1, "log_path": f"{self.folder.name}/log"}
        for name, content in (("credentials", keys), ("configuration", settings)):
            paths.append(f"{self.folder.name}/{name}.json")
            Path(paths[-1]).write_text(json.dumps(content))
        self.client = new_oss_dataset(URL, paths[0], None, paths[1], "one", 0, 1, REGION)

    def put(self, key, body):
        with self.client.open_wo(BUCKET, key) as file:
            same(file.write(body), len(body))

    def get(self, key):
        with self.client.open_ro(BUCKET, key, 0, 0, "") as file:
            return file.read()

    def part(self, key, first, last):
        with self.client.open_ro(BUCKET, key, 0, 0, "") as file:
            file.seek(first, 0)
            return file.read(last - first + 1)

    def head(self, key):
        return self.client.stat(BUCKET, key).size

    def list_v2(self, prefix):
        return [found.key.split("/", 2)[2] for found in self.client.list(BUCKET, prefix)]

    def delete(self, key):
        self.client.remove(BUCKET, key)

    def multipart(self, key, parts):
        self.put(key, b"".join(parts))

    def also_rename(self):
        self.put("renamed from", BODY)
        self.client.rename(BUCKET, "renamed from", BUCKET, "renamed to")
        same(self.get("renamed to"), BODY)


run(Torch())
