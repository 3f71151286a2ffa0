"""alibabacloud-oss20190517 over alibabacloud-gateway-oss; V1, V2 and V4."""

import io
from urllib.parse import quote

from alibabacloud_oss20190517 import models
from alibabacloud_oss20190517.client import Client
from alibabacloud_tea_openapi.models import Config
from alibabacloud_tea_util.models import RuntimeOptions

from operations import BODY, BUCKET, HOST, KEY_ID, REGION, SECRET, SIGNATURE, TOKEN, run, same

RUNTIME = RuntimeOptions(autoretry=False)


class Gateway:
    """Its calls. What it lists it does not show: its models stay empty."""

    def __init__(self):
        self.client = Client(
            Config(
                protocol="http",
                endpoint=HOST,
                region_id=REGION,
                signature_version=SIGNATURE,
                access_key_id=KEY_ID,
                access_key_secret=SECRET,
                security_token=TOKEN,
            )
        )

    def call(self, name, key, *arguments):
        key = [] if key is None else [key]
        return getattr(self.client, name + "_with_options")(BUCKET, *key, *arguments, RUNTIME)

    def put(self, key, body):
        request = models.PutObjectRequest(body=io.BytesIO(body))
        self.call("put_object", key, request, models.PutObjectHeaders())

    def get(self, key, **headers):
        taken = models.GetObjectHeaders(**headers)
        return bytes(self.call("get_object", key, models.GetObjectRequest(), taken).body)

    def part(self, key, first, last):
        return self.get(key, range=f"bytes={first}-{last}")

    def head(self, key):
        request, headers = models.HeadObjectRequest(), models.HeadObjectHeaders()
        return int(self.call("head_object", key, request, headers).headers["content-length"])

    def copy(self, source, key):
        headers = models.CopyObjectHeaders(copy_source=f"/{BUCKET}/{quote(source)}")
        self.call("copy_object", key, headers)

    def delete(self, key):
        self.call("delete_object", key, models.DeleteObjectRequest(), {})

    def append(self, key, position, body):
        request = models.AppendObjectRequest(body=io.BytesIO(body), position=position)
        answer = self.call("append_object", key, request, models.AppendObjectHeaders())
        return int(answer.headers["x-oss-next-append-position"])

    def upload(self, key):
        request = models.InitiateMultipartUploadRequest()
        headers = models.InitiateMultipartUploadHeaders()
        return self.call("initiate_multipart_upload", key, request, headers).body.upload_id

    def delete_many(self, keys):
        objects = [models.ObjectIdentifier(key=key) for key in keys]
        request = models.DeleteMultipleObjectsRequest(delete=models.Delete(objects=objects))
        self.call("delete_multiple_objects", None, request, models.DeleteMultipleObjectsHeaders())

    def also_complete(self):
        key, upload = "in-parts", self.upload("in-parts")
        request = models.UploadPartRequest(body=io.BytesIO(BODY), part_number=1, upload_id=upload)
        etag = self.call("upload_part", key, request, {}).headers["etag"]
        made = models.CompleteMultipartUpload(part=[models.Part(part_number=1, etag=etag)])
        request = models.CompleteMultipartUploadRequest(body=made, upload_id=upload)
        headers = models.CompleteMultipartUploadHeaders()
        self.call("complete_multipart_upload", key, request, headers)

    def also_parts(self):
        upload = self.upload("aborted")
        request = models.UploadPartRequest(body=io.BytesIO(BODY), part_number=1, upload_id=upload)
        self.call("upload_part", "aborted", request, {})
        request = models.AbortMultipartUploadRequest(upload_id=upload)
        self.call("abort_multipart_upload", "aborted", request, {})

    def also_lists(self):
        self.call("list_objects", None, models.ListObjectsRequest(prefix="list/"), {})
        self.client.list_objects_v2(BUCKET, models.ListObjectsV2Request(prefix="list/"))

    def also_bucket(self):
        for name in ("get_bucket_info", "get_bucket_location", "get_bucket_acl"):
            same(self.call(name, None, {}).status_code, 200)

    def also_symlink(self):
        headers = models.PutSymlinkHeaders(symlink_target_key="plain.txt")
        self.call("put_symlink", "a-link", headers)
        same(self.get("a-link"), BODY)

    def also_acl(self):
        headers = models.PutObjectAclHeaders(acl="private")
        self.call("put_object_acl", "plain.txt", models.PutObjectAclRequest(), headers)
        self.call("get_object_acl", "plain.txt", models.GetObjectAclRequest(), {})


run(Gateway())
