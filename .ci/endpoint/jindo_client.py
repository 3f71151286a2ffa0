"""pyjindosdk, the client in C++ that Hadoop's users have; V1 and V4."""

import os
import tempfile

from pyjindo import fs

from operations import BODY, BUCKET, HOST, KEY_ID, REGION, SECRET, SIGNATURE, TOKEN, run, same

# The SDK would take the whole URL in the place of a host.
os.environ.pop("OSS_ENDPOINT")
FOLDER = f"oss://{BUCKET}/"


class Jindo:
    """Its calls."""

    def __init__(self):
        settings = {
            "fs.oss.endpoint": HOST,
            "fs.oss.https.enable": "false",
            "fs.oss.signer.version": SIGNATURE[1:],
            "fs.oss.region": REGION,
            "fs.oss.accessKeyId": KEY_ID,
            "fs.oss.accessKeySecret": SECRET,
            "fs.oss.retry.count": "1",
            "logger.dir": tempfile.gettempdir(),
        }
        if TOKEN:
            settings["fs.oss.securityToken"] = TOKEN
        configuration = fs.Config()
        for name, value in settings.items():
            configuration.set(name, value)
        self.client = fs.connect(FOLDER, "root", configuration)

    def put(self, key, body):
        with self.client.open(FOLDER + key, "wb") as file:
            file.write(body)

    def get(self, key):
        with self.client.open(FOLDER + key, "rb") as file:
            return file.read()

    def part(self, key, first, last):
        with self.client.open(FOLDER + key, "rb") as file:
            return file.pread(last - first + 1, first)

    def head(self, key):
        return self.client.get_file_info(FOLDER + key).size

    def list(self, prefix):
        return [found.path.split(FOLDER)[-1] for found in self.client.listdir(FOLDER + prefix)]

    def copy(self, source, key):
        self.client.copy_file(FOLDER + source, FOLDER + key)

    def delete(self, key):
        same(self.client.remove(FOLDER + key), True)

    def multipart(self, key, parts):
        self.put(key, b"".join(parts))

    def also_multipart(self):
        large = os.urandom(20 << 20)
        self.put("large", large)
        same(self.get("large"), large)

    def also_rename(self):
        self.put("renamed-from", BODY)
        self.client.rename(FOLDER + "renamed-from", FOLDER + "renamed-to")
        same(self.get("renamed-to"), BODY)

    def also_directories(self):
        self.client.mkdir(FOLDER + "made")
        self.put("made/in", BODY)
        self.client.remove(FOLDER + "made")
        same(self.client.exists(FOLDER + "made/in"), False)


run(Jindo())
