"""What OSS will say of an upload form, as the last section of spec/post-policy.md states it."""

import base64

from moments import moment_of, read_basic
from policy import folded, read_policy
from signing_v4 import ALGORITHM, LAST_OF_SCOPE
from values import read_integer, read_pairs, read_string, require_utf8

VERSION, CREDENTIAL = "x-oss-signature-version", "x-oss-credential"
DATE, TOKEN = "x-oss-date", "x-oss-security-token"
NEEDED_V1 = ("key", "policy", "OSSAccessKeyId", "Signature")
NEEDED_V4 = ("key", "policy", VERSION, CREDENTIAL, DATE, "x-oss-signature")
EARLY, LATE = 15 * 60, 7 * 86400  # POST-V4-6, POST-V4-9


class Form:
    """The fields, of which the first value counts; names without regard to case (POST-FORM-3)."""

    def __init__(self, pairs):
        self.values, self.repeated = {}, []
        for name, value in pairs:
            for text in (name, value):
                require_utf8(text, "invalid-input")
            if name.lower() in self.values:
                self.repeated.append(name)
            self.values.setdefault(name.lower(), value)

    def value(self, name):
        """The value, empty where there is no such field."""
        return self.values.get(folded(name), b"")


def post_check(members):
    """post.check: the faults in the order of the page."""
    data, bucket = read_string(members, "policy"), read_string(members, "bucket")
    require_utf8(bucket, "invalid-bucket-name")
    form = Form(read_pairs(members, "fields"))
    size, now = read_integer(members, "fileSize"), read_integer(members, "now")
    moment_of(now)  # POST-REF-4
    policy = read_policy(data)
    is_v4 = folded(VERSION) in form.values  # POST-CHK-6
    faults = [{"class": "policy-expired"}] if now >= policy.expiration else []
    faults += [
        of_field("missing-form-field", name)
        for name in (NEEDED_V4 if is_v4 else NEEDED_V1)
        if not form.value(name)
    ]
    faults += [of_field("duplicate-form-field", name.decode("utf-8")) for name in form.repeated]
    if form.value("policy") not in (b"", base64.b64encode(data)):
        faults.append(of_field("invalid-form-field", "policy"))
    if is_v4:
        faults += cover_faults(form, policy)
        if form.value(DATE):
            date = date_of(form)
            faults += (
                [of_field("invalid-form-field", DATE)]
                if date is None
                else date_faults(form, date, now)
            )
    return {"faults": faults + condition_faults(form, policy, bucket, size)}


def of_field(kind, name):
    """A fault of a field."""
    return {"class": kind, "field": name}


def cover_faults(form, policy):
    """POST-CHK-7 of the version, POST-CHK-8."""
    faults = []
    if form.value(VERSION) not in (b"", ALGORITHM):
        faults.append(of_field("invalid-form-field", VERSION))
    asked = [
        (condition.name, condition.asked)
        for condition in policy.conditions
        if condition.way == "eq"
    ]
    return faults + [
        of_field("uncovered-form-field", name)
        for name in (VERSION, CREDENTIAL, DATE, TOKEN)
        if form.value(name) and (folded(name), form.value(name)) not in asked
    ]


def date_of(form):
    """The seconds of the field x-oss-date; None for what is no date."""
    return read_basic(form.value(DATE))


def date_faults(form, date, now):
    """POST-CHK-7 of the credential, POST-CHK-9."""
    faults, parts = [], form.value(CREDENTIAL).split(b"/")
    good = (
        len(parts) == 5
        and all(parts)
        and (parts[1], parts[4]) == (form.value(DATE)[:8], LAST_OF_SCOPE)
    )
    if form.value(CREDENTIAL) and not good:
        faults.append(of_field("invalid-form-field", CREDENTIAL))
    if not date - EARLY <= now <= date + LATE:
        faults.append(of_field("signature-expired", DATE))
    return faults


def condition_faults(form, policy, bucket, size):
    """POST-CHK-2 to POST-CHK-5."""
    faults = []
    for index, condition in enumerate(policy.conditions):
        name = condition.name
        values = {**form.values, None: b"", b"bucket": bucket}
        if name not in values or not condition.holds(values[name], size):
            faults.append({"class": "policy-condition-failed", "condition": index})
    return faults
