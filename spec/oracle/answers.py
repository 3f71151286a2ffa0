"""What an answer says and calls for: the pages spec/clock.md and spec/errors.md."""

from error_body import error_body
from moments import read_http_date
from values import (
    Refusal,
    read_array,
    read_choice,
    read_integer,
    read_optional_integer,
    read_optional_string,
    read_optional_text,
    refuse_if,
)

SIGNING_DATE = "Invalid signing date in Authorization header."
EARLIEST, LATEST = 1577836800000, 4102444800000  # CLK-TRUE-1
NEAR = 900000
REFRESHING = (
    "SecurityTokenExpired",
    "InvalidSecurityToken",
    "AccessKeyIdAndSecurityTokenNotMatch",
    "InvalidAccessKeyId",
)
CAUSES = {
    "0002-00000003": "InvalidAccessKeyId",
    "0002-00000007": "SecurityTokenExpired",
    "0002-00000004": "AccessKeyIdAndSecurityTokenNotMatch",
    "0002-00000006": "InvalidSecurityToken",
    "0002-00000008": "InvalidSecurityToken",
}
LIMITS = {"retry": 3, "correct-clock": 1, "refresh-credentials": 1}


def error_of(members):
    """The error of the body or, without one, of the header; an empty one where it is refused."""
    body, header = read_optional_string(members, "body"), read_optional_text(members, "header")
    name = "body" if body else "header"
    if not body and header is None:
        return {}
    try:
        return error_body({name: members[name]})
    except Refusal:
        return {}


def date_of(members):
    """CLK-DATE-1 to CLK-DATE-4: the header Date in milliseconds, or None."""
    date, age = read_optional_text(members, "date"), read_optional_text(members, "age")
    seconds = read_http_date((date or b"").strip(b" \t"))
    return None if seconds is None or age is not None else plausible(seconds * 1000)


def plausible(time):
    """CLK-TRUE-1."""
    return time if time is not None and EARLIEST <= time <= LATEST else None


def is_date_refusal(status, error):
    """CLK-SRC-3, ACT-TIME-2."""
    return (status, error.get("code"), error.get("message")) == (
        400,
        "InvalidArgument",
        SIGNING_DATE,
    )


def time_shown(members, source, status, corrected):
    """CLK-SRC-1 to CLK-SRC-6, CLK-TRUE-2."""
    date, error = date_of(members), error_of(members)
    if source == "token-server":
        return date if status == 200 else None
    if status == 403 and error.get("code") == "RequestTimeTooSkewed":
        seconds = error.get("serverTime")
        server = plausible(None if seconds is None else seconds * 1000)
        time = date if server is None else server
        return None if time is None or abs(time - corrected) <= NEAR else time
    return date if is_date_refusal(status, error) else None


def clock_offset(members):
    """clock.offset: CLK-OFF-1 to CLK-OFF-3."""
    source = read_choice(members, "source", ("oss", "token-server"))
    status, device = read_integer(members, "status"), read_integer(members, "deviceTime")
    known = read_optional_integer(members, "offset") or 0
    time = time_shown(members, source, status, device + known)
    return {"offset": known if time is None else time - device, "learned": time is not None}


def code_of(members, error):
    """ACT-CODE-1, ACT-CODE-2."""
    header = (read_optional_text(members, "ecHeader") or b"").strip(b" \t").decode("latin-1")
    return error.get("code") or CAUSES.get(error.get("ec") or header)


def action_due(status, code, error, temporary):
    """The first line of the table that fits."""
    if status is None or 500 <= status <= 599:
        return "retry"
    if (status == 403 and code == "RequestTimeTooSkewed") or is_date_refusal(status, error):
        return "correct-clock"
    if 400 <= status <= 499 and code in REFRESHING and temporary:
        return "refresh-credentials"
    return "give-up"


def error_action(members):
    """error.action: ACT-CODE-1 to ACT-STOP-3."""
    status, tried = read_optional_integer(members, "status"), read_array(members, "tried")
    credential = read_choice(members, "credential", ("static", "temporary", "signer"))
    refuse_if(any(action not in tuple(LIMITS) for action in tried), "invalid-input")
    members = {} if status is None else members  # no answer came, so none is read
    error = error_of(members)
    action = action_due(status, code_of(members, error), error, credential == "temporary")
    return {"action": "give-up" if tried.count(action) >= LIMITS.get(action, 1) else action}


def response_verdict(members):
    """response.verdict: UPL-STAT-1 to UPL-TEXT-3."""
    status, body = read_integer(members, "status"), read_optional_string(members, "body")
    if status != 203 and status < 300:
        return {"verdict": "success"}
    return {"verdict": "failure", "text": None if body is None else body.decode("utf-8", "replace")}
