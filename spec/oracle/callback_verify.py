"""Whether a callback comes from OSS, as spec/callback.md states it."""

import hashlib
import re

from rsa_key import read_key
from values import (
    decode_base64,
    matches,
    read_optional_string,
    read_string,
    refuse_if,
    to_text,
)

KEY_URL, SIGNATURE = "invalid-key-url", "invalid-callback-signature"
HOSTS = (b"https://gosspublic.alicdn.com/", b"http://gosspublic.alicdn.com/")  # CALL-KEY-2
URL_LIMIT = 1024
DIGEST_INFO = bytes.fromhex("3020300c06082a864886f70d020505000410")  # RFC 8017, 9.2


def callback_verify(members):
    """callback.verify: the URL, then the key, then the signature."""
    path, body = read_string(members, "path"), read_string(members, "body")
    query = read_optional_string(members, "query")
    authorization = read_optional_string(members, "authorization")
    key_url = read_optional_string(members, "publicKeyUrl")
    pem = read_string(members, "publicKey")
    where = checked_key_url(key_url)
    modulus, exponent = read_key(pem)
    text = string_to_sign(path, query, body)
    data = None if authorization is None else decode_base64(authorization)
    refuse_if(data is None or not verifies(data, text, modulus, exponent), SIGNATURE)
    return {"keyUrl": to_text(where), "stringToSign": to_text(text)}


def checked_key_url(header):
    """CALL-KEY-1 to CALL-KEY-3, CALL-REF-6."""
    where = None if header is None else decode_base64(header)
    refuse_if(where is None or not where.startswith(HOSTS), KEY_URL)
    refuse_if(not matches(rb"[!-\[\]-~]+", where) or len(where) > URL_LIMIT, KEY_URL)
    return where


def string_to_sign(path, query, body):
    """CALL-STS-1 to CALL-STS-6."""
    decoded = re.sub(
        rb"%([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode("ascii")), path
    )
    return decoded + (b"" if query is None else b"?" + query) + b"\n" + body


def verifies(data, text, modulus, exponent):
    """CALL-SIG-1 to CALL-SIG-4."""
    size = (modulus.bit_length() + 7) // 8
    number = int.from_bytes(data, "big")
    if len(data) != size or number >= modulus:
        return False
    end = b"\0" + DIGEST_INFO + hashlib.md5(text).digest()
    return pow(number, exponent, modulus).to_bytes(size, "big") == (
        b"\0\x01" + b"\xff" * (size - 2 - len(end)) + end
    )
