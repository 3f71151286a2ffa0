"""The operations of spec/adapter-protocol.md: an input in, an answer out."""

import hashlib

from acs3 import sts_acs3
from answers import clock_offset, error_action, response_verdict
from callback import callback_parameter
from callback_verify import callback_verify
from credentials import (
    content_type,
    credential_description,
    credential_standing,
    presign_expiry,
    signer_value,
)
from default_chain import (
    credential_metadata,
    credential_process,
    credential_profile,
    credential_source,
)
from error_body import error_body
from form_check import post_check
from forms import post_policy, post_v1, post_v4
from live_channel import live_publish
from primitives import base64_text, digest_with, hmac_with
from services import service_header
from signing_v1 import header_v1, presign_v1, public_url, string_v1
from signing_v2 import header_v2, presign_v2
from signing_v4 import header_v4, presign_v4, string_v4
from sts import sts_role, sts_rpc
from sts_answer import sts_parse
from timeline import credential_timeline
from token_response import token_parse
from values import Refusal, in_64_bits, read_object

OPERATIONS = {
    "v1.header": header_v1,
    "v1.presign": presign_v1,
    "v1.string": string_v1,
    "public.url": public_url,
    "v2.header": header_v2,
    "v2.presign": presign_v2,
    "v4.header": header_v4,
    "v4.presign": presign_v4,
    "v4.string": string_v4,
    "post.policy": post_policy,
    "post.v1": post_v1,
    "post.v4": post_v4,
    "post.check": post_check,
    "sts.rpc": sts_rpc,
    "sts.acs3": sts_acs3,
    "sts.role": sts_role,
    "service.header": service_header,
    "sts.parse": sts_parse,
    "live.publish": live_publish,
    "callback.parameter": callback_parameter,
    "callback.verify": callback_verify,
    "signer.value": signer_value,
    "token.parse": token_parse,
    "credential.standing": credential_standing,
    "credential.description": credential_description,
    "credential.timeline": credential_timeline,
    "credential.process": credential_process,
    "credential.profile": credential_profile,
    "credential.source": credential_source,
    "credential.metadata": credential_metadata,
    "presign.expiry": presign_expiry,
    "clock.offset": clock_offset,
    "error.action": error_action,
    "response.verdict": response_verdict,
    "content.type": content_type,
    "error.body": error_body,
    "md5": digest_with(hashlib.md5),
    "sha1": digest_with(hashlib.sha1),
    "sha256": digest_with(hashlib.sha256),
    "hmac.sha1": hmac_with(hashlib.sha1),
    "hmac.sha256": hmac_with(hashlib.sha256),
    "base64": base64_text,
}


def answer(operation, members):
    """The answer to one request, in the form of a reply of adapter-protocol.md."""
    if operation not in OPERATIONS:
        return {"status": "unsupported", "reason": f"no operation {operation}"}
    try:
        output = OPERATIONS[operation](read_object(members))
        return {"status": "ok", "output": {name: in_64_bits(output[name]) for name in output}}
    except Refusal as refusal:
        return {"status": "rejected", "error": {"class": refusal.kind}}
