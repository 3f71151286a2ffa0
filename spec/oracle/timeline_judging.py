"""Whether what came of a script keeps to the bounds of spec/vector-format.md (FMT-LINE-1 to 7)."""


def kind(answer):
    """What a caller came away with, in the words of `callers`."""
    if answer.get("cancelled"):
        return "cancelled"
    return answer.get("gets") or "failure"


def timeline_differences(script, expected, output):
    """A list of (bound, what is expected, what there was)."""
    asked = {event["ask"]: event["at"] for event in script["events"] if event.get("ask")}
    answers, fetches = output["answers"], output["fetches"]
    result = unfit(script, asked, answers, fetches)
    for caller in {**expected.get("callers", {}), **expected.get("waits", {})}:
        result += caller_differences(caller, asked, expected, answers)
    count, bounds = len(fetches), expected.get("fetches", {})
    if not bounds.get("least", 0) <= count <= bounds.get("most", count):
        result.append(("fetches", bounds, fetches))
    for name in expected.get("invariants", []):
        if not INVARIANTS[name](script, asked, answers, fetches):
            result.append((name, True, {"answers": answers, "fetches": fetches}))
    return result


def caller_differences(caller, asked, expected, answers):
    """FMT-LINE-1."""
    own = [answer for answer in answers if answer["caller"] == caller]
    kinds = expected.get("callers", {}).get(caller)
    most = expected.get("waits", {}).get(caller)
    result = []
    if not own or (kinds and any(kind(answer) not in kinds for answer in own)):
        result.append(("callers." + caller, kinds, own))
    if most is not None and any(answer["at"] - asked[caller] > most for answer in own):
        result.append(("waits." + caller, most, own))
    return result


def unfit(script, asked, answers, fetches):
    """FMT-LINE-5."""
    wrong = [
        answer
        for answer in answers
        if answer["caller"] not in asked
        or answer["at"] < asked[answer["caller"]]
        or (answer.get("gets") is not None and not is_there(answer, script, fetches))
        or (answer.get("cancelled") and not has_left(answer, script))
    ]
    wrong += [
        fetch for fetch in fetches if fetch["ends"] is not None and fetch["ends"] < fetch["at"]
    ]
    return [("script", "nothing that fits no script", wrong)] if wrong else []


def is_there(answer, script, fetches):
    """Whether something has brought the token by the time that a caller gets it."""
    name = answer["gets"]
    brought = [
        script["fetches"][min(number, len(script["fetches"]) - 1)].get("gives")
        for number, fetch in enumerate(fetches)
        if fetch["ends"] is not None and fetch["ends"] <= answer["at"]
    ]
    put_in = [event.get("replace") for event in script["events"] if event["at"] <= answer["at"]]
    held = (script.get("held") or {}).get("token")
    return name in script["tokens"] and name in [held, *put_in, *brought]


def has_left(answer, script):
    """Whether the caller has left by the time that it is called cancelled."""
    return any(
        event.get("cancel") == answer["caller"] and event["at"] <= answer["at"]
        for event in script["events"]
    )


def one_fetch_in_flight(script, asked, answers, fetches):
    """FMT-LINE-2."""
    return not any(
        first["at"] <= second["at"] and (first["ends"] is None or second["at"] < first["ends"])
        for index, first in enumerate(fetches)
        for second in fetches[index + 1 :]
    )


def never_expired(script, asked, answers, fetches):
    """FMT-LINE-3."""
    ends = {name: token.get("expires") for name, token in script["tokens"].items()}
    return not any(
        ends.get(answer.get("gets")) is not None and answer["at"] >= ends[answer["gets"]]
        for answer in answers
    )


def everyone_answered(script, asked, answers, fetches):
    """FMT-LINE-4."""
    return sorted(answer["caller"] for answer in answers) == sorted(asked)


def answered_in_order(script, asked, answers, fetches):
    """FMT-LINE-7."""
    served = [answer for answer in answers if not answer.get("cancelled")]
    return not any(
        first["at"] == second["at"] and asked[first["caller"]] > asked[second["caller"]]
        for index, first in enumerate(served)
        for second in served[index + 1 :]
    )


INVARIANTS = {
    "one-fetch-in-flight": one_fetch_in_flight,
    "never-expired": never_expired,
    "everyone-answered": everyone_answered,
    "answered-in-order": answered_in_order,
}
