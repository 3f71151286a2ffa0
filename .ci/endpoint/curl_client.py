"""curl: URLs that oss2 signs with V1, V2 and V4, and forms."""

import base64
import hmac
import json
import subprocess
from datetime import datetime, timedelta, timezone

import oss2

from operations import BODY, BUCKET, KEY_ID, REGION, SECRET, SIGNATURE, TOKEN, URL, run, same


def curl(*arguments, body=b""):
    """What curl prints; an answer that is an error is one here."""
    command = ["curl", "-sS", "--fail-with-body", "--max-time", "10", *arguments]
    ended = subprocess.run(command, input=body, capture_output=True, check=False)
    if ended.returncode:
        raise RuntimeError(f"curl: {ended.returncode}: {ended.stderr!r} {ended.stdout!r}")
    return ended.stdout


def mac(key, text, digest="sha256"):
    """An HMAC of text."""
    return hmac.new(key, text.encode(), digest).digest()


def credentials():
    """The fields by which a form names its key, and the steps from the secret to the key of V4."""
    now = datetime.now(timezone.utc)
    scope = [f"{now:%Y%m%d}", REGION, "oss", "aliyun_v4_request"]
    if SIGNATURE == "v1":
        return {"OSSAccessKeyId": KEY_ID}, []
    return {
        "x-oss-signature-version": "OSS4-HMAC-SHA256",
        "x-oss-credential": "/".join([KEY_ID, *scope]),
        "x-oss-date": f"{now:%Y%m%dT%H%M%SZ}",
    }, scope


def form(key):
    """The fields of a form, signed."""
    fields, scope = credentials()
    if TOKEN:
        fields["x-oss-security-token"] = TOKEN
    conditions = [{"bucket": BUCKET}, ["starts-with", "$key", ""]]
    conditions += [{name: value} for name, value in fields.items() if name.startswith("x-oss")]
    end = datetime.now(timezone.utc) + timedelta(minutes=5)
    text = json.dumps({"expiration": f"{end:%Y-%m-%dT%H:%M:%S.000Z}", "conditions": conditions})
    policy = base64.b64encode(text.encode()).decode()
    made = ("aliyun_v4" * bool(scope) + SECRET).encode()
    for part in scope:
        made = mac(made, part)
    made = mac(made, policy, "sha1" if SIGNATURE == "v1" else "sha256")
    signature = made.hex() if scope else base64.b64encode(made).decode()
    name = "Signature" if SIGNATURE == "v1" else "x-oss-signature"
    return {"key": key, "policy": policy, **fields, name: signature}


def post(fields, status, *arguments):
    """Sends a form with a file."""
    given = [
        part for name, value in fields.items() for part in ("--form-string", f"{name}={value}")
    ]
    file = [
        "-F",
        "file=@-;filename=a b.txt",
        "-o",
        "/dev/null",
        "-w",
        "%{http_code} %{redirect_url}",
    ]
    found = curl(*given, *file, *arguments, f"{URL}/{BUCKET}/", body=BODY)
    same(found.decode().strip(), status)


class Curl:
    """Its calls."""

    def __init__(self):
        auth = oss2.make_auth(KEY_ID, SECRET, SIGNATURE)
        if TOKEN:
            auth = oss2.StsAuth(KEY_ID, SECRET, TOKEN, auth_version=SIGNATURE)
        self.bucket = oss2.Bucket(auth, URL, BUCKET, region=REGION)

    def url(self, method, key, **given):
        return self.bucket.sign_url(method, key, 60, slash_safe=True, **given)

    def put(self, key, body):
        curl("-T", "-", "-H", "Transfer-Encoding:", "-H", f"Content-Length: {len(body)}",
             self.url("PUT", key), body=body)  # fmt: skip

    def get(self, key):
        return curl(self.url("GET", key))

    def part(self, key, first, last):
        return curl("-r", f"{first}-{last}", self.url("GET", key))

    def head(self, key):
        fields = curl("-I", self.url("HEAD", key)).decode().splitlines()
        return next(int(line.split()[1]) for line in fields if line.startswith("Content-Length"))

    def delete(self, key):
        curl("-X", "DELETE", self.url("DELETE", key))

    def also_expect(self):
        curl("-T", __file__, "-H", "Expect: 100-continue", self.url("PUT", "expected"))
        with open(__file__, "rb") as file:
            same(self.get("expected"), file.read())

    def also_chunked(self):
        curl("-T", "-", self.url("PUT", "chunked"), body=BODY)
        same(self.get("chunked"), BODY)

    def also_post_body(self):
        put = ["-X", "PUT", "--data-binary", "@-"]
        curl(*put, "-H", "Content-Type:", self.url("PUT", "posted"), body=BODY)
        same(self.get("posted"), BODY)

    def also_http(self):
        for version in ("--http1.0", "--http2", "--http1.1"):
            same(curl(version, self.url("GET", "plain.txt")), BODY)

    def also_wrong_type(self):
        # curl adds a Content-Type that is not signed.
        curl("-X", "PUT", "--data-binary", "@-", self.url("PUT", "refused"), body=BODY)

    def also_wrong_method(self):
        curl("-I", self.url("GET", "plain.txt"))

    def also_wrong_dialect(self):
        curl(
            "--aws-sigv4", "aws:amz:cn-hangzhou:s3", "-u", f"{KEY_ID}:{SECRET}", f"{URL}/{BUCKET}/a"
        )


class Forms(Curl):
    """With forms, too; the specification has none that are signed with V2."""

    def also_form(self):
        post(form("form"), "204")
        same(self.get("form"), BODY)
        post({**form("form/${filename}"), "success_action_status": "201"}, "201")
        same(self.get("form/a b.txt"), BODY)
        target = "http://127.0.0.1/next"
        post({**form("form 3"), "success_action_redirect": target}, f"303 {target}")

    def also_form_large(self):
        # Above 1 MB curl waits for 100 Continue.
        fields = form("large")
        fields = [part for item in fields.items() for part in ("--form-string", "=".join(item))]
        curl(*fields, "-F", "file=@-;filename=a", f"{URL}/{BUCKET}/", body=BODY * 1000)
        same(self.get("large"), BODY * 1000)


run(Curl() if SIGNATURE == "v2" else Forms())
