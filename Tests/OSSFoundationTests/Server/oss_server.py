"""A small OSS and STS on a free port of the loopback, which verify signatures with spec/oracle.

Of the signatures of OSS, it verifies V4 alone, in headers and in URLs; it refuses V1 and V2.

It prints its port, and ends when its standard input is closed or after half an hour. A bucket is the
first part of the path. The key's first part is what goes wrong: `expired` (the token) and `busy`
(503) once for each key, `skewed` until a request is signed with the time of this server, which is a
day ahead, `refused` each time, `redirect-307` (with any status) to a second server, whose received
requests GET of `stolen` lists, `damaged` (the CRC-64 of other bytes), `silent` (no answer for ten
minutes), `missing` (404 without a body), `password` (401 that asks for one). GET of `token` hands
out another token; of `distribute-token.json`, `camel.json` and `reversed` one in three forms. A
call of STS gets a token that its policy binds. Objects are in memory, and so are uploads in parts;
the upload `kept` has two parts.
"""

import base64
import calendar
import collections
import hashlib
import http.server
import itertools
import json
import pathlib
import sys
import threading
import time
import urllib.parse
import xml.etree.ElementTree
import xml.sax.saxutils

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "spec" / "oracle"))

from moments import read_basic  # noqa: E402
from operations import answer  # noqa: E402

SECRETS = {
    "exampleAccessKeyID00": "ExampleSecret0000000000000000ab",
    "STS.one": "one",
    "STS.two": "two",
}
# The prefixes of the keys and the actions that a token of STS may use, by its access key ID.
POLICIES = {}
ADDED = ("x-oss-date", "x-oss-content-sha256", "x-oss-security-token")
objects, requests = {}, collections.Counter()
# What came to the second server: each request's method and the names of its headers.
stolen = []
# The parts of each upload by their numbers.
uploads, numbers = {"kept": {1: b"one", 3: b"three"}}, itertools.count(1)
lock = threading.Lock()


def signed_input(handler, query, credential, listed):
    """The request as the operations of the oracle read it."""
    key_id, _, region, product, _ = credential.split("/")
    additional = [name for name in listed.split(";") if name]
    _, bucket, key = urllib.parse.unquote(handler.path.partition("?")[0]).split("/", 2)
    signed = [
        [name, value]
        for name, value in handler.headers.items()
        if name.lower().startswith(("x-oss-", "content-type", "content-md5", *additional))
        and name.lower() not in ADDED
    ]
    return {
        "method": handler.command,
        "bucket": bucket,
        **({"key": key} if key else {}),
        "headers": signed,
        "additionalHeaders": additional,
        "query": query,
        "credentials": {
            "accessKeyId": key_id,
            "accessKeySecret": SECRETS.get(key_id, "unknown"),
            "securityToken": handler.headers.get("x-oss-security-token"),
        },
        "region": region,
        "product": product,
        "endpoint": "http://" + handler.headers["Host"],
    }


def is_signed(handler):
    """Whether the signature in the headers, or else in the URL, is the one that it should be."""
    text = handler.path.partition("?")[2]
    query = [list(pair) for pair in urllib.parse.parse_qsl(text, keep_blank_values=True)]
    given = dict(query)
    if "x-oss-signature" in given:
        kept = [pair for pair in query if not pair[0].startswith("x-oss-")]
        members = signed_input(
            handler, kept, given["x-oss-credential"], given.get("x-oss-additional-headers", ""))
        members["credentials"]["securityToken"] = given.get("x-oss-security-token")
        time_of_signing = read_basic(given["x-oss-date"].encode())
        members |= {"time": time_of_signing, "expires": int(given["x-oss-expires"])}
        reply = answer("v4.presign", members)
        return reply.get("output", {}).get("signature") == given["x-oss-signature"]
    authorization = handler.headers.get("Authorization", "")
    credential = authorization.partition("Credential=")[2].partition(",")[0]
    if not credential:
        return False
    listed = authorization.partition("AdditionalHeaders=")[2].partition(",")[0]
    members = signed_input(handler, query, credential, listed)
    members["time"] = read_basic(handler.headers["x-oss-date"].encode())
    reply = answer("v4.header", members)
    return reply.get("output", {}).get("authorization") == authorization


def token(name, secret, end, names=("AccessKeyId", "AccessKeySecret", "SecurityToken")):
    """A token response, flat and in PascalCase unless other names are given."""
    id_name, secret_name, token_name = names
    members = {id_name: name, secret_name: secret, token_name: "token"}
    members["Expiration" if id_name[0] == "A" else "expiration"] = end
    if id_name[0] == "A":
        members["StatusCode"] = 200
    return json.dumps(members).encode()


def assume_role(handler, query):
    """STS: a token for the policy of a call that is signed correctly; nil for any other."""
    given = dict(query)
    own = ("Action", "Version", "Format", "AccessKeyId", "SignatureMethod", "SignatureVersion",
           "SignatureNonce", "Timestamp", "Signature")
    reply = answer("sts.rpc", {
        "method": "GET",
        "action": given["Action"],
        "version": given["Version"],
        "format": given["Format"],
        "parameters": [pair for pair in query if pair[0] not in own],
        "nonce": given["SignatureNonce"],
        "time": int(calendar.timegm(time.strptime(given["Timestamp"], "%Y-%m-%dT%H:%M:%SZ"))),
        "credentials": {
            "accessKeyId": given["AccessKeyId"],
            "accessKeySecret": SECRETS.get(given["AccessKeyId"], "unknown"),
        },
        "endpoint": "http://" + handler.headers["Host"],
    })
    if reply.get("output", {}).get("signature") != given["Signature"]:
        return None
    name = f"STS.role{len(POLICIES)}"
    SECRETS[name] = name
    POLICIES[name] = json.loads(given["Policy"])["Statement"][0]
    end = time.gmtime(time.time() + int(given["DurationSeconds"]))
    return json.dumps({"Credentials": {
        "AccessKeyId": name, "AccessKeySecret": name, "SecurityToken": "token",
        "Expiration": time.strftime("%Y-%m-%dT%H:%M:%SZ", end)}}).encode()


def is_allowed(handler):
    """Whether the policy of a token allows a request; without one, everything is allowed."""
    text = urllib.parse.unquote(handler.path) + handler.headers.get("Authorization", "")
    for name, policy in POLICIES.items():
        if f"{name}/" in text:
            action = {"PUT": "oss:PutObject", "GET": "oss:GetObject"}[handler.command]
            key = urllib.parse.unquote(handler.path.partition("?")[0])[1:]
            prefix = policy["Resource"][0].removeprefix("acs:oss:*:*:").removesuffix("*")
            return action in policy["Action"] and key.startswith(prefix)
    return True


def crc64(body):
    """The CRC-64 of ECMA-182, bit by bit, its bits reflected."""
    state = 2**64 - 1
    for byte in body:
        state ^= byte
        for _ in range(8):
            state = state >> 1 ^ (0xC96C5795D7870F42 if state & 1 else 0)
    return state ^ (2**64 - 1)


def markup(root, **members):
    """An answer in XML; a member that begins with `<` is markup already."""
    lines = [
        value if value[:1] == "<" else f"<{name}>{xml.sax.saxutils.escape(value)}</{name}>"
        for name, value in members.items()
    ]
    return f'<?xml version="1.0" encoding="UTF-8"?><{root}>{"".join(lines)}</{root}>'.encode()


def joined(parts, listed):
    """The object that the listed parts make; nil where one is not there or has another ETag."""
    body = b""
    for part in xml.etree.ElementTree.fromstring(listed).iter("Part"):
        data = parts.get(int(part.findtext("PartNumber")))
        if data is None or part.findtext("ETag") != etag(data):
            return None
        body += data
    return body


def etag(data):
    return f'"{hashlib.md5(data).hexdigest().upper()}"'


class Thief(http.server.BaseHTTPRequestHandler):
    """The server of another host."""

    def log_message(self, *arguments):
        pass

    def answer(self):
        stolen.append([self.command, *map(str.lower, self.headers.keys())])
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_PUT = do_POST = answer


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def send(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("x-oss-request-id", "65A2")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status, code, **members):
        text = "".join(
            f"<{name}>{xml.sax.saxutils.escape(value)}</{name}>" for name, value in members.items()
        )
        body = f"<Error><Code>{code}</Code><RequestId>65A1</RequestId>{text}</Error>"
        self.send(status, body.encode())

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        path = self.path.partition("?")[0]
        with lock:
            requests[path] += 1
            count = requests[path]
        last = "2099-01-01T00:00:00Z"
        if path == "/token":
            name = "one" if count == 1 else "two"
            return self.send(200, token("STS." + name, name, last))
        if path in ("/distribute-token.json", "/reversed"):
            body = token("STS.one", "one", last)
            return self.send(200, body if path[1] == "d" else body[::-1])
        if path == "/camel.json":
            names = ("accessKeyId", "accessKeySecret", "securityToken")
            return self.send(200, token("STS.one", "one", last, names))
        if path == "/stolen":
            return self.send(200, json.dumps(stolen).encode())
        if path == "/":
            query = urllib.parse.parse_qsl(self.path.partition("?")[2], keep_blank_values=True)
            body = assume_role(self, [list(pair) for pair in query])
            return self.send(200 if body else 403, body or b"{}")
        if not is_signed(self):
            return self.refuse(403, "SignatureDoesNotMatch", Message="The signature is wrong.")
        if not is_allowed(self):
            return self.refuse(403, "AccessDenied", Message="The policy does not allow it.")
        fault = path.split("/")[2]
        if fault == "expired" and count == 1:
            return self.refuse(403, "SecurityTokenExpired")
        now = time.time() + 86400
        if fault == "skewed" and abs(read_basic(self.headers["x-oss-date"].encode()) - now) > 900:
            return self.refuse(
                403, "RequestTimeTooSkewed", MaxAllowedSkewMilliseconds="900000",
                RequestTime=time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
                ServerTime=time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(now)))
        if fault == "busy" and count == 1:
            return self.refuse(503, "ServiceUnavailable")
        if fault == "silent":
            time.sleep(600)
        if fault == "password":
            return self.send(401, b"", WWW_Authenticate='Basic realm="a"')
        if fault == "missing":
            return self.send(404, b"")
        if fault.startswith("redirect-"):
            place = f"http://localhost:{thief.server_port}{self.path}"
            return self.send(int(fault[9:]), b"moved", Location=place)
        if fault == "refused":
            return self.refuse(403, "AccessDenied", Message="You have no right.")
        md5 = base64.b64encode(hashlib.md5(body).digest()).decode()
        if self.headers.get("Content-MD5", md5) != md5:
            return self.refuse(400, "InvalidDigest")
        query = dict(urllib.parse.parse_qsl(
            self.path.partition("?")[2], keep_blank_values=True))
        if "uploads" in query or "uploadId" in query:
            return self.answer_multipart(path, query, body)
        if self.command == "GET":
            body = objects.get(path, b"")
        else:
            objects[path] = body + self.headers.get("Content-Type", "").encode()
        checksum = crc64(b"other" if fault == "damaged" else body)
        answer = body if self.command == "GET" else b""
        return self.send(200, answer, x_oss_hash_crc64ecma=str(checksum))

    def answer_multipart(self, path, query, body):
        _, bucket, key = path.split("/", 2)
        # The path has the key encoded, as the answer has it.
        names = {"EncodingType": "url", "Bucket": bucket, "Key": key}
        if "uploads" in query and self.command == "POST":
            upload = f"upload-{next(numbers)}"
            uploads[upload] = {}
            return self.send(
                200, markup("InitiateMultipartUploadResult", **names, UploadId=upload))
        if "uploads" in query:
            entries = "".join(
                f"<Upload><Key>film.mp4</Key><UploadId>{name}</UploadId></Upload>"
                for name in uploads)
            return self.send(200, markup(
                "ListMultipartUploadsResult", Bucket=bucket, IsTruncated="false", Uploads=entries))
        upload = query["uploadId"]
        if upload not in uploads:
            return self.refuse(404, "NoSuchUpload", UploadId=upload)
        parts = uploads[upload]
        if self.command == "PUT":
            parts[int(query["partNumber"])] = body
            return self.send(200, b"", ETag=etag(body), x_oss_hash_crc64ecma=str(crc64(body)))
        if self.command == "GET":
            entries = "".join(
                f"<Part><PartNumber>{number}</PartNumber><ETag>{etag(data)}</ETag></Part>"
                for number, data in sorted(parts.items()))
            return self.send(200, markup(
                "ListPartsResult", **names, UploadId=upload, IsTruncated="false", Parts=entries))
        if self.command == "DELETE":
            del uploads[upload]
            return self.send(204, b"")
        whole = joined(parts, body)
        if not whole:
            return self.refuse(400, "InvalidPart")
        del uploads[upload]
        objects[path] = whole
        return self.send(
            200, markup("CompleteMultipartUploadResult", **names, ETag=etag(whole)),
            x_oss_hash_crc64ecma=str(crc64(whole)))

    do_GET = do_PUT = do_POST = do_DELETE = answer


thief = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Thief)
threading.Thread(target=thief.serve_forever, daemon=True).start()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
ended = threading.Thread(target=sys.stdin.read, daemon=True)
ended.start()
ended.join(1800)
