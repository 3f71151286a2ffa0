"""oss2, the first Python SDK; with V1, V2 and V4."""

import base64
import json

import oss2
from oss2.models import Tagging, TaggingRule
from uri_provider import fetches, fetching

from operations import (
    BODY,
    BUCKET,
    CALLBACK,
    KEY_ID,
    REGION,
    SECRET,
    SIGNATURE,
    TOKEN,
    URL,
    called,
    run,
    same,
)


class OSS2:
    """Its calls."""

    def __init__(self) -> None:
        if fetches():
            of = {"v1": oss2.ProviderAuth, "v2": oss2.ProviderAuthV2, "v4": oss2.ProviderAuthV4}
            provider = oss2.credentials.CredentialsProvider()
            provider.get_credentials = fetching(oss2.credentials.Credentials)
            self.auth = of[SIGNATURE](provider)
        elif TOKEN:
            self.auth = oss2.StsAuth(KEY_ID, SECRET, TOKEN, auth_version=SIGNATURE)
        else:
            self.auth = oss2.make_auth(KEY_ID, SECRET, SIGNATURE)
        self.bucket = oss2.Bucket(self.auth, URL, BUCKET, region=REGION)
        self.put, self.append = self.bucket.put_object, self.append_to
        self.delete, self.delete_many = self.bucket.delete_object, self.bucket.batch_delete_objects

    def get(self, key):
        return self.bucket.get_object(key).read()

    def part(self, key, first, last):
        return self.bucket.get_object(key, byte_range=(first, last)).read()

    def head(self, key):
        return self.bucket.head_object(key).content_length

    def copy(self, source, key):
        self.bucket.copy_object(BUCKET, source, key)

    def presigned_put(self, key):
        return self.bucket.sign_url("PUT", key, 60, slash_safe=True)

    def presigned_get(self, key):
        return self.bucket.sign_url("GET", key, 60)

    def list(self, prefix):
        return [found.key for found in oss2.ObjectIterator(self.bucket, prefix, max_keys=2)]

    def list_v2(self, prefix):
        return [found.key for found in oss2.ObjectIteratorV2(self.bucket, prefix, max_keys=2)]

    def append_to(self, key, position, body):
        return self.bucket.append_object(key, position, body).next_position

    def multipart(self, key, parts):
        upload = self.bucket.init_multipart_upload(key).upload_id
        made = [
            oss2.models.PartInfo(
                number, self.bucket.upload_part(key, upload, number, part).etag, size=len(part)
            )
            for number, part in enumerate(parts, 1)
        ]
        same([part.part_number for part in oss2.PartIterator(self.bucket, key, upload)], [1, 2, 3])
        self.bucket.complete_multipart_upload(key, upload, made)

    def callback(self, key, body):
        header = base64.b64encode(CALLBACK.encode()).decode()
        self.bucket.put_object(key, body, headers={"x-oss-callback": header})

    def also_part_copy(self):
        upload = self.bucket.init_multipart_upload("of a copy").upload_id
        part = self.bucket.upload_part_copy(BUCKET, "plain.txt", (0, 9), "of a copy", upload, 1)
        uploads = [upload.key for upload in oss2.MultipartUploadIterator(self.bucket)]
        same(uploads, ["of a copy"])
        made = [oss2.models.PartInfo(1, part.etag)]
        self.bucket.complete_multipart_upload("of a copy", upload, made)
        same(self.get("of a copy"), BODY[:10])

    def also_abort(self):
        upload = self.bucket.init_multipart_upload("aborted").upload_id
        self.bucket.abort_multipart_upload("aborted", upload)

    def also_metadata(self):
        headers = {"x-oss-meta-a": "b  c", "Content-Type": "text/html", "Cache-Control": "no-cache"}
        self.bucket.put_object("meta", BODY, headers=headers)
        found = self.bucket.head_object("meta").headers
        same([found[name] for name in headers], list(headers.values()))
        self.bucket.update_object_meta("meta", {"x-oss-meta-a": "d"})
        same(self.bucket.head_object("meta").headers["x-oss-meta-a"], "d")
        same(self.bucket.get_object_meta("meta").content_length, len(BODY))

    def also_tagging(self):
        rule = TaggingRule()
        rule.add("a b", "c+d")
        self.bucket.put_object_tagging("plain.txt", Tagging(rule))
        found = self.bucket.get_object_tagging("plain.txt").tag_set.tagging_rule
        same(found, {"a b": "c+d"})
        self.bucket.delete_object_tagging("plain.txt")

    def also_symlink(self):
        self.bucket.put_symlink("plain.txt", "a link")
        same(self.bucket.get_symlink("a link").target_key, "plain.txt")
        same(self.get("a link"), BODY)

    def also_acl(self):
        self.bucket.put_object_acl("plain.txt", "public-read")
        same(self.bucket.get_object_acl("plain.txt").acl, "public-read")
        self.bucket.put_bucket_acl("private")
        same(self.bucket.get_bucket_acl().acl, "private")

    def also_bucket(self):
        same(self.bucket.get_bucket_info().name, BUCKET)
        same(self.bucket.get_bucket_location().location, "oss-" + REGION)
        same(self.bucket.get_bucket_stat().object_count > 0, True)
        service = oss2.Service(self.auth, URL, region=REGION)
        same([found.name for found in service.list_buckets().buckets], [BUCKET])

    def also_versions(self):
        found = self.bucket.list_object_versions("list/").versions
        same([version.key for version in found][:1], ["list/a"])

    def also_process(self):
        same(self.bucket.get_object("plain.txt", process="image/info").read(), BODY)

    def also_callback(self):
        with called(b'{"answer":"of the application"}') as (url, bodies):
            asked = json.dumps({"callbackUrl": url, "callbackBody": "key=${object}"})
            headers = {"x-oss-callback": base64.b64encode(asked.encode()).decode()}
            result = self.bucket.put_object("called", BODY, headers=headers)
            same(result.resp.read(), b'{"answer":"of the application"}')
        same(bodies, [b"key=called"])

    def also_conditions(self):
        etag = self.bucket.head_object("plain.txt").etag
        same(self.bucket.get_object("plain.txt", headers={"If-Match": f'"{etag}"'}).read(), BODY)
        try:
            self.bucket.get_object("plain.txt", headers={"If-None-Match": f'"{etag}"'}).read()
        except oss2.exceptions.NotModified:
            return
        raise AssertionError("no 304 came")

    def also_response_headers(self):
        named = {"response-content-type": "a/b; c=d", "response-cache-control": "no-cache"}
        found = self.bucket.get_object("plain.txt", params=named)
        same((found.headers["Content-Type"], found.read()), ("a/b; c=d", BODY))


run(OSS2())
