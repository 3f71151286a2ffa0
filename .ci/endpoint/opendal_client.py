"""OpenDAL, the library in Rust, by its package for Python; V1."""

import asyncio

import opendal

from operations import BODY, BUCKET, KEY_ID, SECRET, TOKEN, URL, run, same


class OpenDAL:
    """Its calls; URLs, appending and removing a folder by its client with asyncio."""

    def __init__(self):
        token = {"security_token": TOKEN} if TOKEN else {}
        self.client = opendal.Operator(
            "oss",
            bucket=BUCKET,
            endpoint=URL,
            access_key_id=KEY_ID,
            access_key_secret=SECRET,
            enable_versioning="false",
            **token,
        )
        self.put, self.get, self.copy = self.client.write, self.client.read, self.client.copy
        self.delete = self.client.delete

    def part(self, key, first, last):
        return self.client.read(key, offset=first, size=last - first + 1)

    def head(self, key):
        return self.client.stat(key).content_length

    def url(self, name, key):
        async def signed():
            return await getattr(self.client.to_async_operator(), name)(key, 60)

        return asyncio.run(signed()).url

    def presigned_put(self, key):
        return self.url("presign_write", key)

    def presigned_get(self, key):
        return self.url("presign_read", key)

    def list_v2(self, prefix):
        return [entry.path for entry in self.client.list(prefix, limit=2, recursive=True)]

    def append(self, key, position, body):
        self.client.write(key, body, append=True)
        return position + len(body)

    def multipart(self, key, parts):
        self.client.write(key, b"".join(parts), chunk=len(parts[0]))

    def delete_many(self, keys):
        self.client.remove_all("many/")

    def also_metadata(self):
        self.client.write("meta", BODY, content_type="a/b", user_metadata={"a": "b  c"})
        found = self.client.stat("meta")
        same((found.content_type, found.user_metadata), ("a/b", {"a": "b  c"}))

    def also_start_after(self):
        found = self.client.list("list/", start_after="list/a")
        same([entry.path for entry in found], ["list/b b", "list/c+c%", "list/ü"])

    def also_conditions(self):
        etag = self.client.stat("plain.txt").etag
        same(self.client.read("plain.txt", if_match=etag), BODY)
        for call in (
            lambda: self.client.read("plain.txt", if_none_match=etag),
            lambda: self.client.write("plain.txt", b"", if_not_exists=True),
        ):
            try:
                call()
            except opendal.exceptions.ConditionNotMatch:
                continue
            raise AssertionError("the condition did not hold, and the call succeeded")


run(OpenDAL())
