"""What requests, with which the SDKs of Alibaba Cloud send, does with a signed request."""

import sys
from typing import Any

from requests import PreparedRequest
from requests.exceptions import InvalidHeader

from adapter import INTERNALS, TransportRefusal
from answers import as_text


def prepare(output: dict[str, Any]) -> None:
    """Hands the headers of an output to requests, which looks at each; nothing is sent.

    http.client, beneath it, writes a text in Latin-1, and refuses what that does not have. So the
    headers of the output become those that are sent, but for the signature, which is a member too.
    """
    headers = output["headers"]
    try:
        PreparedRequest().prepare_headers(dict(headers))
        if INTERNALS not in sys.argv:
            output["headers"] = [[name, written(name, text)] for name, text in headers]
    except (InvalidHeader, UnicodeEncodeError) as error:
        refusal = TransportRefusal(str(error))
        refusal.output = output
        raise refusal from None


def written(name: str, text: str) -> Any:
    """The bytes of a header on the wire."""
    data = text.encode("latin-1")
    return text if name.lower() == "authorization" else as_text(data)
