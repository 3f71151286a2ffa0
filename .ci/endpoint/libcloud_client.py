"""Apache Libcloud, whose driver for OSS signs the URL of each request; V1, no tokens."""

import os
import tempfile
from pathlib import Path

from libcloud.storage.drivers.oss import OSSStorageDriver

from operations import BODY, BUCKET, KEY_ID, SECRET, run, same


class Libcloud:
    """Its calls. It connects to the address, and names the host of OSS."""

    def __init__(self):
        host, port = os.environ["ENDPOINT_ADDRESS"].split(":")
        self.driver = OSSStorageDriver(KEY_ID, SECRET, secure=False, host=host, port=int(port))

    @property
    def bucket(self):
        return self.driver.get_container(BUCKET)

    def put(self, key, body):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "file").write_bytes(body)
            self.driver.upload_object(str(Path(folder, "file")), self.bucket, key)

    def get(self, key):
        found = self.driver.get_object(BUCKET, key)
        with tempfile.TemporaryDirectory() as folder:
            self.driver.download_object(found, str(Path(folder, "file")))
            return Path(folder, "file").read_bytes()

    def head(self, key):
        return self.driver.get_object(BUCKET, key).size

    def list(self, prefix):
        found = self.driver.iterate_container_objects(self.bucket, prefix=prefix)
        return [entry.name for entry in found]

    def delete(self, key):
        self.driver.delete_object(self.driver.get_object(BUCKET, key))

    def also_stream(self):
        self.driver.upload_object_via_stream(iter([BODY, BODY]), self.bucket, "streamed")
        same(self.get("streamed"), BODY * 2)

    def also_uploads(self):
        same(list(self.driver.ex_iterate_multipart_uploads(self.bucket)), [])

    def also_buckets(self):
        made = self.driver.create_container("another-bucket")
        names = [bucket.name for bucket in self.driver.iterate_containers()]
        same(sorted(names), sorted(["another-bucket", BUCKET]))
        self.driver.delete_container(made)


run(Libcloud())
