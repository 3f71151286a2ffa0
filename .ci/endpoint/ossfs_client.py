"""ossfs, the file system for fsspec over aiooss2; V1. It is there for scenarios alone."""

import ossfs

from operations import BUCKET, KEY_ID, SECRET, TOKEN, URL, run


class OSSFS:
    """Its calls; no answer of one is kept for the next."""

    def __init__(self):
        keys = {"key": KEY_ID, "secret": SECRET, "token": TOKEN}
        self.client = ossfs.OSSFileSystem(
            endpoint=URL, use_listings_cache=False, skip_instance_cache=True, **keys
        )

    def put(self, key, body):
        self.client.pipe_file(f"{BUCKET}/{key}", body)

    def get(self, key):
        return self.client.cat_file(f"{BUCKET}/{key}")

    def head(self, key):
        return self.client.info(f"{BUCKET}/{key}")["size"]

    def delete(self, key):
        self.client.rm_file(f"{BUCKET}/{key}")

    def list(self, prefix):
        return [found["name"] for found in self.client.ls(f"{BUCKET}/{prefix}")]

    def append(self, key, position, body):
        return self.client.append_object(f"{BUCKET}/{key}", position, body)


run(OSSFS())
