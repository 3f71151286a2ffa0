"""GDAL, the library in C++, by its view for Python: the file system /vsioss/; V1, no tokens."""

import os

from osgeo import gdal

from operations import BUCKET, HOST, KEY_ID, SECRET, run, same

FOLDER = f"/vsioss/{BUCKET}/"
LARGE = os.urandom(5 << 19)


class GDAL:
    """Its calls. What it knows of an object is forgotten before each."""

    def __init__(self):
        for name, value in {
            "OSS_ENDPOINT": HOST,
            "OSS_VIRTUAL_HOSTING": "FALSE",
            "OSS_HTTPS": "NO",
            "OSS_ACCESS_KEY_ID": KEY_ID,
            "OSS_SECRET_ACCESS_KEY": SECRET,
            "VSIOSS_CHUNK_SIZE": "1",
        }.items():
            gdal.SetConfigOption(name, value)
        gdal.UseExceptions()

    def opened(self, key, mode):
        gdal.VSICurlClearCache()
        file = gdal.VSIFOpenL(FOLDER + key, mode)
        if not file:
            raise FileNotFoundError(f"not found: {gdal.GetLastErrorMsg()}")
        return file

    def put(self, key, body):
        file = self.opened(key, "wb")
        same(gdal.VSIFWriteL(body, 1, len(body), file), len(body))
        same(gdal.VSIFCloseL(file), 0)

    def part(self, key, first, last):
        file = self.opened(key, "rb")
        gdal.VSIFSeekL(file, first, 0)
        content = gdal.VSIFReadL(1, last - first + 1, file)
        gdal.VSIFCloseL(file)
        # Fewer bytes than were asked for are an error.
        same(len(content), last - first + 1)
        return bytes(content)

    def get(self, key):
        return self.part(key, 0, self.head(key) - 1)

    def head(self, key):
        gdal.VSICurlClearCache()
        found = gdal.VSIStatL(FOLDER + key)
        if not found:
            raise FileNotFoundError(f"not found: {gdal.GetLastErrorMsg()}")
        return found.size

    def delete(self, key):
        same(gdal.Unlink(FOLDER + key), 0)

    def list(self, prefix):
        gdal.VSICurlClearCache()
        return [prefix + name for name in gdal.ReadDir(FOLDER + prefix.rstrip("/"))]

    def presigned_put(self, key):
        return gdal.GetSignedURL(FOLDER + key, ["VERB=PUT"])

    def presigned_get(self, key):
        return gdal.GetSignedURL(FOLDER + key, ["EXPIRATION_DELAY=60"])

    def also_multipart(self):
        self.put("large", LARGE)
        same(self.get("large"), LARGE)

    def also_rename(self):
        self.put("renamed from", b"abc")
        same(gdal.Rename(FOLDER + "renamed from", FOLDER + "renamed to"), 0)
        same(self.get("renamed to"), b"abc")

    def also_directories(self):
        same(gdal.Mkdir(FOLDER + "made", 0), 0)
        same("made" in gdal.ReadDir(FOLDER.rstrip("/")), True)
        same(gdal.Rmdir(FOLDER + "made"), 0)
        same(gdal.ReadDir("/vsioss/"), [BUCKET])


run(GDAL())
