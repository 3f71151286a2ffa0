"""What requests, with which both OSS SDKs send, says of the headers of a signed request."""

from typing import Any

from requests import PreparedRequest
from requests.exceptions import InvalidHeader

from adapter import TransportRefusal


def prepare(output: dict[str, Any]) -> None:
    """Hands the headers of an output to requests, which looks at each; nothing is sent."""
    try:
        PreparedRequest().prepare_headers(dict(output["headers"]))
    except InvalidHeader as error:
        refusal = TransportRefusal(str(error))
        refusal.output = output
        raise refusal from None
