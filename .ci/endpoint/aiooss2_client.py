"""aiooss2, oss2 over aiohttp; V1 and V2."""

import oss2
from aiooss2 import AioBucket, AioService

from operations import BODY, BUCKET, KEY_ID, SECRET, SIGNATURE, TOKEN, URL, Awaiting, run, same


class AioOSS2:
    """Its calls, each in a session of its own."""

    def __init__(self):
        self.auth = oss2.make_auth(KEY_ID, SECRET, SIGNATURE)
        if TOKEN:
            self.auth = oss2.StsAuth(KEY_ID, SECRET, TOKEN, auth_version=SIGNATURE)

    async def call(self, name, *arguments, **members):
        async with AioBucket(self.auth, URL, BUCKET) as bucket:
            return await getattr(bucket, name)(*arguments, **members)

    async def content(self, key, **members):
        async with AioBucket(self.auth, URL, BUCKET) as bucket:
            return await (await bucket.get_object(key, **members)).resp.read()

    async def put(self, key, body):
        await self.call("put_object", key, body)

    async def get(self, key):
        return await self.content(key)

    async def part(self, key, first, last):
        return await self.content(key, byte_range=(first, last))

    async def head(self, key):
        return (await self.call("head_object", key)).content_length

    async def copy(self, source, key):
        await self.call("copy_object", BUCKET, source, key)

    async def delete(self, key):
        await self.call("delete_object", key)

    async def delete_many(self, keys):
        await self.call("batch_delete_objects", keys)

    async def list(self, prefix):
        keys, marker = [], ""
        while True:
            page = await self.call("list_objects", prefix=prefix, marker=marker, max_keys=2)
            keys += [found.key for found in page.object_list]
            if not page.is_truncated:
                return keys
            marker = page.next_marker

    async def append(self, key, position, body):
        return (await self.call("append_object", key, position, body)).next_position

    async def multipart(self, key, parts):
        upload = (await self.call("init_multipart_upload", key)).upload_id
        made = []
        for number, part in enumerate(parts, 1):
            etag = (await self.call("upload_part", key, upload, number, part)).etag
            made.append(oss2.models.PartInfo(number, etag))
        listed = (await self.call("list_parts", key, upload)).parts
        same([part.part_number for part in listed], [1, 2, 3])
        await self.call("complete_multipart_upload", key, upload, made)

    async def also_part_copy(self):
        upload = (await self.call("init_multipart_upload", "of a copy")).upload_id
        copied = (BUCKET, "plain.txt", (0, 9), "of a copy", upload, 1)
        etag = (await self.call("upload_part_copy", *copied)).etag
        made = [oss2.models.PartInfo(1, etag)]
        await self.call("complete_multipart_upload", "of a copy", upload, made)
        same(await self.get("of a copy"), BODY[:10])

    async def also_bucket(self):
        same((await self.call("get_bucket_info")).name, BUCKET)
        same(await self.call("object_exists", "absent"), False)
        async with AioService(self.auth, URL) as service:
            same([found.name for found in (await service.list_buckets()).buckets], [BUCKET])


run(Awaiting(AioOSS2()))
