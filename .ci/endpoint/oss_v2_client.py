"""alibabacloud-oss-v2, the second Python SDK, with calls that wait and with asyncio; V1 and V4."""

import base64
import inspect
import io
import os
import tempfile
from datetime import timedelta
from pathlib import Path

import alibabacloud_oss_v2 as oss
import alibabacloud_oss_v2.aio as oss_aio
from uri_provider import fetches, fetching

from operations import (
    BODY,
    BUCKET,
    CALLBACK,
    KEY_ID,
    PARTS,
    REGION,
    SECRET,
    SIGNATURE,
    TOKEN,
    URL,
    Awaiting,
    run,
    same,
)

ASYNC = os.environ["ENDPOINT_CLIENT"].endswith("async")


def in_bucket(request, key=None, **members):
    """A request of this class for the bucket."""
    return request(bucket=BUCKET, **({"key": key} if key else {}), **members)


class OSSV2:
    """Its calls; what the synchronous client answers is not awaited."""

    def __init__(self):
        configuration = oss.config.load_default()
        provider = oss.credentials.StaticCredentialsProvider(KEY_ID, SECRET, TOKEN)
        if fetches():
            kind = oss.credentials.Credentials
            provider = oss.credentials.CredentialsProviderFunc(fetching(kind))
        configuration.credentials_provider = provider
        configuration.endpoint, configuration.region = URL, REGION
        configuration.signature_version = SIGNATURE
        self.client = (oss_aio.AsyncClient if ASYNC else oss.Client)(configuration)

    async def call(self, name, key=None, **members):
        """A call by its name; the name of its request follows from it."""
        words = "".join(word.capitalize() for word in name.split("_"))
        request = in_bucket(getattr(oss, words + "Request"), key, **members)
        result = getattr(self.client, name)(request)
        return await result if inspect.isawaitable(result) else result

    async def content(self, key, **members):
        result = await self.call("get_object", key, **members)
        content = result.body.read() if ASYNC else result.body.content
        return await content if inspect.isawaitable(content) else content

    async def put(self, key, body):
        await self.call("put_object", key, body=body)

    async def get(self, key):
        return await self.content(key)

    async def part(self, key, first, last):
        return await self.content(key, range_header=f"bytes={first}-{last}")

    async def head(self, key):
        return (await self.call("head_object", key)).content_length

    async def copy(self, source, key):
        await self.call("copy_object", key, source_key=source)

    async def delete(self, key):
        await self.call("delete_object", key)

    async def url(self, request, key):
        result = self.client.presign(in_bucket(request, key), expires=timedelta(minutes=1))
        return (await result if inspect.isawaitable(result) else result).url

    async def presigned_put(self, key):
        return await self.url(oss.PutObjectRequest, key)

    async def presigned_get(self, key):
        return await self.url(oss.GetObjectRequest, key)

    async def pages(self, paginator, request):
        pages = getattr(self.client, paginator)(limit=2).iter_page(request)
        return [page async for page in pages] if ASYNC else list(pages)

    async def list(self, prefix):
        request = in_bucket(oss.ListObjectsRequest, prefix=prefix)
        pages = await self.pages("list_objects_paginator", request)
        return [found.key for page in pages for found in page.contents]

    async def list_v2(self, prefix):
        request = in_bucket(oss.ListObjectsV2Request, prefix=prefix)
        pages = await self.pages("list_objects_v2_paginator", request)
        return [found.key for page in pages for found in page.contents]

    async def append(self, key, position, body):
        result = await self.call("append_object", key, position=position, body=body)
        return result.next_position

    async def delete_many(self, keys):
        objects = [oss.DeleteObject(key=key) for key in keys]
        await self.call("delete_multiple_objects", objects=objects)

    async def complete(self, key, upload, made):
        parts = [oss.UploadPart(part_number=n, etag=part.etag) for n, part in enumerate(made, 1)]
        upload["complete_multipart_upload"] = oss.CompleteMultipartUpload(parts=parts)
        await self.call("complete_multipart_upload", key, **upload)

    async def multipart(self, key, parts):
        upload = {"upload_id": (await self.call("initiate_multipart_upload", key)).upload_id}
        made = [
            await self.call("upload_part", key, part_number=number, body=part, **upload)
            for number, part in enumerate(parts, 1)
        ]
        listed = (await self.call("list_parts", key, **upload)).parts
        same([part.part_number for part in listed], [1, 2, 3])
        await self.complete(key, upload, made)

    async def callback(self, key, body):
        header = base64.b64encode(CALLBACK.encode()).decode()
        await self.call("put_object", key, body=body, callback=header)

    async def also_part_copy(self):
        key = "of a copy"
        upload = {"upload_id": (await self.call("initiate_multipart_upload", key)).upload_id}
        same([upload.key for upload in (await self.call("list_multipart_uploads")).uploads], [key])
        part = await self.call(
            "upload_part_copy",
            key,
            part_number=1,
            source_key="plain.txt",
            source_range="bytes=0-9",
            **upload,
        )
        await self.complete(key, upload, [part])
        same(await self.get(key), BODY[:10])

    async def also_abort(self):
        upload = (await self.call("initiate_multipart_upload", "aborted")).upload_id
        await self.call("abort_multipart_upload", "aborted", upload_id=upload)

    async def also_metadata(self):
        await self.call("put_object", "meta", body=BODY, metadata={"a": "b  c"}, content_type="a/b")
        found = await self.call("head_object", "meta")
        same((found.metadata, found.content_type), ({"a": "b  c"}, "a/b"))
        same((await self.call("get_object_meta", "meta")).content_length, len(BODY))

    async def also_tagging(self):
        tags = oss.TagSet(tags=[oss.Tag(key="a b", value="c+d")])
        await self.call("put_object_tagging", "plain.txt", tagging=oss.Tagging(tag_set=tags))
        (tag,) = (await self.call("get_object_tagging", "plain.txt")).tag_set.tags
        same((tag.key, tag.value), ("a b", "c+d"))
        await self.call("delete_object_tagging", "plain.txt")

    async def also_symlink(self):
        await self.call("put_symlink", "a link", symlink_target="plain.txt")
        same((await self.call("get_symlink", "a link")).target, "plain.txt")

    async def also_acl(self):
        await self.call("put_object_acl", "plain.txt", acl="public-read")
        same((await self.call("get_object_acl", "plain.txt")).acl, "public-read")
        await self.call("put_bucket_acl", acl="private")
        same((await self.call("get_bucket_acl")).acl, "private")

    async def also_bucket(self):
        same((await self.call("get_bucket_info")).bucket_info.name, BUCKET)
        same((await self.call("get_bucket_location")).location, f"oss-{REGION}")
        same((await self.call("get_bucket_stat")).object_count > 0, True)
        result = self.client.list_buckets(oss.ListBucketsRequest())
        found = (await result if ASYNC else result).buckets
        same([bucket.name for bucket in found], [BUCKET])

    async def also_versions(self):
        found = (await self.call("list_object_versions", prefix="list/")).version
        same([version.key for version in found][:1], ["list/a"])

    async def also_exists(self):
        for key, there in (("plain.txt", True), ("absent", False)):
            found = self.client.is_object_exist(BUCKET, key)
            same(await found if ASYNC else found, there)
        found = self.client.is_bucket_exist(BUCKET)
        same(await found if ASYNC else found, True)

    async def also_not_modified(self):
        etag = (await self.call("head_object", "plain.txt")).etag
        try:
            await self.content("plain.txt", if_none_match=etag)
        except oss.exceptions.OperationError as error:
            same(error.unwrap().status_code, 304)
        else:
            raise AssertionError("no 304 came")

    async def also_process(self):
        same(await self.content("plain.txt", process="image/info"), BODY)

    async def also_managers(self):
        if ASYNC:
            return
        request, options = in_bucket(oss.PutObjectRequest, "managed"), {"part_size": len(PARTS[0])}
        self.client.uploader(**options).upload_from(request, io.BytesIO(b"".join(PARTS)))
        copy = in_bucket(oss.CopyObjectRequest, "managed copy", source_key="managed")
        self.client.copier(**options, multipart_copy_threshold=1).copy(copy)
        with tempfile.TemporaryDirectory() as folder:
            request = in_bucket(oss.GetObjectRequest, "managed copy")
            file = str(Path(folder, "file"))
            self.client.downloader(**options).download_file(request, file)
            same(Path(file).read_bytes(), b"".join(PARTS))


run(Awaiting(OSSV2()))
