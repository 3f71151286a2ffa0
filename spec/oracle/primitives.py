"""Hashes, HMAC and base64, as spec/primitives.md states them."""

import base64
import hmac

from values import decode_base64, read_optional_string, read_string, refuse_if, to_text


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
    """PRIM-B64-1, PRIM-B64-2."""
    encode = read_optional_string(members, "encode")
    if encode is not None:
        return {"text": to_text(base64.b64encode(encode))}
    data = decode_base64(read_string(members, "decode"))
    refuse_if(data is None, "invalid-base64")
    return {"data": data.hex()}
