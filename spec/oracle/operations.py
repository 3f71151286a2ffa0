"""The operations of spec/adapter-protocol.md: an input in, an answer out."""

import base64
import hashlib
import hmac

import signing_v1 as v1
import url
from answers import clock_offset, error_action, response_verdict
from callback import callback_parameter
from callback_verify import callback_verify
from credentials import (content_type, credential_description, credential_standing, presign_expiry,
                         signer_value)
from error_body import error_body
from form_check import post_check
from forms import post_policy, post_v1, post_v4
from live_channel import live_publish
from request import Request, Target
from signing_v2 import header_v2, presign_v2
from signing_v4 import header_v4, presign_v4, string_v4
from sts import sts_role, sts_rpc
from sts_answer import sts_parse
from timeline import credential_timeline
from token_response import token_parse
from values import (Refusal, decode_base64, read_integer, read_object, read_optional_string,
                    read_string, refuse_if, to_pairs, to_text)


def sign(request, date, signed, query):
    """The signature, and every step on the way to it."""
    lines = v1.canonicalized_headers(signed)
    resource = v1.canonicalized_resource(request.target.bucket, request.target.key, query)
    text = v1.string_to_sign(request.method, request.headers, date, lines, resource)
    stages = {"canonicalizedHeaders": to_text(lines), "canonicalizedResource": to_text(resource),
              "stringToSign": to_text(text)}
    return v1.signature(request.credentials.secret, text), stages


def header(members):
    """v1.header: the Authorization header and the headers beside it."""
    request = Request(members, endpoint_needed=False)
    time = read_integer(members, "time")
    request.check()
    signed = v1.oss_headers(request.headers, request.credentials.token)
    date = signed.get(b"x-oss-date", v1.rfc1123(time))  # V1-DATE-2; the time is checked always
    signature, stages = sign(request, date, signed, request.target.query)
    value = v1.authorization(request.credentials.access_key_id, signature)
    sent = v1.headers_to_send(request.headers, signed, date, value)
    return {"signature": to_text(signature), "authorization": to_text(value),
            "headers": to_pairs(sent), "stages": stages}


def presign(members):
    """v1.presign: PRE-STS-1 to 3, PRE-QRY-1, PRE-TOK-1 to 5."""
    request = Request(members, endpoint_needed=True)
    expires = read_integer(members, "expires")
    if members.get("time") is not None:
        read_integer(members, "time")
    request.check()
    query, token = list(request.target.query), request.credentials.token
    v1.check_presigned(request.headers, query, token, expires)
    where = request.target.location()
    if token:
        query.append((v1.TOKEN_PARAMETER, token))
    date = str(expires).encode("ascii")
    signature, stages = sign(request, date, v1.oss_headers(request.headers, None), query)
    query += [(b"OSSAccessKeyId", request.credentials.access_key_id), (b"Expires", date),
              (b"Signature", signature)]
    return {"signature": to_text(signature), "url": to_text(url.url(where, query)), "stages": stages}


def public_url(members):
    """public.url: PUB-1 to PUB-3."""
    target = Target(members, endpoint_needed=True)
    v1.check_object(target.bucket, target.key)
    v1.check_query(target.query)
    return {"url": to_text(url.url(target.location(), target.query))}


def string(members):
    """v1.string: V1-REM-1."""
    credentials = v1.Credentials(read_object(members.get("credentials")))
    message = read_string(members, "stringToSign")
    credentials.check()
    credentials.check_token()
    signature = v1.signature(credentials.secret, message)
    value = v1.authorization(credentials.access_key_id, signature)
    return {"signature": to_text(signature), "authorization": to_text(value)}


def digest_with(algorithm):
    """CALL-SIG-4, PRIM-SHA1-1, PRIM-SHA256-1."""
    return lambda members: {"digest": algorithm(read_string(members, "data")).hexdigest()}


def hmac_with(algorithm):
    """PRIM-HMAC-1, PRIM-HMAC-2."""
    def answer_hmac(members):
        key, data = read_string(members, "key"), read_string(members, "data")
        return {"digest": hmac.new(key, data, algorithm).hexdigest()}
    return answer_hmac


def base64_text(members):
    """PRIM-B64-1, PRIM-B64-2: exactly one of `encode` and `decode`."""
    encode = read_optional_string(members, "encode")
    decode = read_optional_string(members, "decode")
    refuse_if((encode is None) == (decode is None), "invalid-input")
    if decode is None:
        return {"text": to_text(base64.b64encode(encode))}
    data = decode_base64(decode)
    refuse_if(data is None, "invalid-base64")
    return {"data": data.hex()}


OPERATIONS = {
    "v1.header": header, "v1.presign": presign, "v1.string": string, "public.url": public_url,
    "v2.header": header_v2, "v2.presign": presign_v2,
    "v4.header": header_v4, "v4.presign": presign_v4, "v4.string": string_v4,
    "post.policy": post_policy, "post.v1": post_v1, "post.v4": post_v4, "post.check": post_check,
    "sts.rpc": sts_rpc, "sts.role": sts_role, "sts.parse": sts_parse,
    "live.publish": live_publish, "callback.parameter": callback_parameter,
    "callback.verify": callback_verify,
    "signer.value": signer_value, "token.parse": token_parse,
    "credential.standing": credential_standing, "credential.description": credential_description,
    "credential.timeline": credential_timeline, "presign.expiry": presign_expiry,
    "clock.offset": clock_offset, "error.action": error_action,
    "response.verdict": response_verdict, "content.type": content_type,
    "error.body": error_body, "md5": digest_with(hashlib.md5),
    "sha1": digest_with(hashlib.sha1), "sha256": digest_with(hashlib.sha256), "hmac.sha1": hmac_with(hashlib.sha1),
    "hmac.sha256": hmac_with(hashlib.sha256), "base64": base64_text,
}


def answer(operation, members):
    """The answer to one request, in the form of a reply of adapter-protocol.md."""
    if operation not in OPERATIONS:
        return {"status": "unsupported", "reason": "no operation %s" % operation}
    try:
        return {"status": "ok", "output": OPERATIONS[operation](read_object(members))}
    except Refusal as refusal:
        return {"status": "rejected", "error": {"class": refusal.kind}}
