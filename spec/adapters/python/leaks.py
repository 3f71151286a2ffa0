"""Which secrets stand in a text: `credential.description` asks it of what an SDK prints."""

import base64
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote


def revealed(credentials: dict[str, Any], texts: Iterable[str]) -> list[str]:
    """Which secrets stand in the texts that an SDK makes of its objects (CRED-LEAK-3)."""
    identity = credentials.get("accessKeyId") or ""
    everything = list(texts)
    return [
        name
        for name in ("accessKeySecret", "securityToken")
        if credentials.get(name)
        and any(shows(text, credentials[name], identity) for text in everything)
    ]


def shows(text: str, secret: str, identity: str) -> bool:
    """Whether a text shows all of a secret or a part of it, as it is or in another notation."""
    size = min(len(secret), 8)
    parts = {secret[start : start + size] for start in range(len(secret) - size + 1)}
    data = secret.encode("utf-8")
    if len(data) >= 8:
        parts |= {quote(secret, safe=""), base64.b64encode(data).decode("ascii")}
        parts |= {data.hex(), data.hex().upper(), ", ".join(map(str, data))}
    hidden = spans(text, identity) if identity else []
    return any(
        not any(begin <= start and end <= stop for begin, stop in hidden)
        for part in parts
        for start, end in spans(text, part)
    )


def spans(text: str, part: str) -> list[tuple[int, int]]:
    """Where a part is in a text."""
    starts = range(len(text) - len(part) + 1)
    return [(start, start + len(part)) for start in starts if text.startswith(part, start)]
