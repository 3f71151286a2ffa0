"""Where credentials of a server come from, as spec/default-chain.md has it."""

import base64
import re

from request import ACCESS_KEY_ID
from strict_json import NotJSON, Number, read_json
from token_response import BOM, DEPTH_LIMIT, PASCAL, milliseconds, parsed, token_parse, trimmed
from values import (
    Refusal,
    matches,
    read_choice,
    read_object,
    read_optional_integer,
    read_optional_text,
    read_string,
    read_strings,
    refuse_if,
    require_utf8,
    to_bytes,
)

SNAKE = ("access_key_id", "access_key_secret", "sts_token", "expiration")
FILE_LIMIT = 1 << 20
PREFIX = "ALIBABA_CLOUD_"


def is_text(value):
    """Whether a value of JSON is a text; a number is kept as one of another class."""
    return isinstance(value, str) and not isinstance(value, Number)


def credential_process(members):
    """credential.process: the first refusal that is due (CHAIN-PROC-8), else the members."""
    output, now = read_string(members, "output"), read_optional_integer(members, "now")
    answer = parsed(output)
    refuse_if(not isinstance(answer, dict), "token-not-object")
    names = names_of(answer)
    mode = mode_of_output(answer)
    identity, secret = (required_text(answer, name) for name in names[:2])
    check_pair(identity, secret, "invalid-access-key-id", "invalid-secret")
    token = optional_text(answer, names[2])
    if token is None and mode == "StsToken":
        required_text(answer, names[2])
    refuse_if(token is not None and has_break(token), "invalid-security-token")
    return {
        "accessKeyId": identity,
        "accessKeySecret": secret,
        "securityToken": token,
        "expiration": end_of_output(answer, names[3], now),
    }


def names_of(answer):
    """CHAIN-PROC-7."""
    spellings = [names for names in (SNAKE, PASCAL) if any(name in answer for name in names)]
    refuse_if(len(spellings) > 1, "token-torn")
    return spellings[0] if spellings else SNAKE


def mode_of_output(answer):
    """CHAIN-PROC-4."""
    mode = answer.get("mode")
    refuse_if(mode is not None and not is_text(mode), "unsupported-mode")
    refuse_if(mode not in (None, "AK", "StsToken"), "unsupported-mode")
    return mode


def end_of_output(answer, name, now):
    """CHAIN-PROC-5, CHAIN-PROC-6."""
    text = optional_text(answer, name)
    if text is None:
        return None
    end = milliseconds(text)
    refuse_if(end is None, "token-invalid-time")
    refuse_if(now is not None and end <= now, "token-expired")
    return end


def required_text(answer, name):
    """CHAIN-PROC-2."""
    refuse_if(name not in answer, "token-missing-member")
    refuse_if(answer[name] is None, "token-null-member")
    refuse_if(not is_text(answer[name]), "token-non-text-member")
    refuse_if(trimmed(answer[name]) == "", "token-empty-member")
    return trimmed(answer[name])


def optional_text(answer, name):
    """CHAIN-PROC-3: missing, null and empty are the same."""
    value = answer.get(name)
    refuse_if(value is not None and not is_text(value), "token-non-text-member")
    return (trimmed(value) or None) if value is not None else None


def has_break(text):
    """Whether no header can hold a text (V1-REF-6, V1-REF-14)."""
    return re.search("[\r\n\0]", text) is not None


def check_pair(identity, secret, wrong_identity, wrong_secret):
    """What cannot sign (TOK-REF-14)."""
    refuse_if(not matches(ACCESS_KEY_ID, identity.encode("utf-8")), wrong_identity)
    refuse_if(has_break(secret), wrong_secret)


def credential_profile(members):
    """credential.profile."""
    text, name = read_string(members, "file"), read_optional_text(members, "profile")
    return {"steps": steps_of_file(text, (name or b"").decode("utf-8"))}


def steps_of_file(text, name):
    """CHAIN-PROF-1, CHAIN-PROF-2: the profile, and what it gives."""
    refuse_if(len(text) > FILE_LIMIT, "invalid-profile")
    try:
        config = read_json(text.removeprefix(BOM), DEPTH_LIMIT)
    except NotJSON:
        raise Refusal("invalid-profile") from None
    refuse_if(not isinstance(config, dict), "invalid-profile")
    profiles = config.get("profiles")
    refuse_if(not isinstance(profiles, list), "invalid-profile")
    refuse_if(any(not isinstance(profile, dict) for profile in profiles), "invalid-profile")
    if not name and is_text(config.get("current")):
        name = config["current"]
    return steps_of_profile(profiles, name, [])


def steps_of_profile(profiles, name, seen):
    """CHAIN-PROF-2, CHAIN-PROF-8."""
    refuse_if(name in seen, "invalid-profile")
    found = [profile for profile in profiles if is_text(profile.get("name"))]
    found = [profile for profile in found if profile["name"] == name]
    refuse_if(not name or not found, "unknown-profile")
    profile = found[0]
    mode = profile.get("mode")
    if mode == "ChainableRamRoleArn" and is_text(mode):
        source = needed(profile, "source_profile")
        return [*steps_of_profile(profiles, source, [*seen, name]), role_of(profile)]
    return steps_of_mode(profile, mode)


def used(profile, name):
    """CHAIN-PROF-4: a text, or None where it is missing, null or empty."""
    value = profile.get(name)
    refuse_if(value is not None and not is_text(value), "invalid-profile")
    return (trimmed(value) or None) if value is not None else None


def needed(profile, name):
    """CHAIN-PROF-4, CHAIN-PROF-5."""
    value = used(profile, name)
    refuse_if(value is None, "invalid-profile")
    return value


def pair_of(profile, token=None):
    """The key pair of a profile, and of no other place (CHAIN-PROF-5)."""
    identity, secret = needed(profile, "access_key_id"), needed(profile, "access_key_secret")
    return static(identity, secret, token and needed(profile, token))


def static(identity, secret, token):
    """The step of credentials that a text holds."""
    check_pair(identity, secret, "invalid-profile", "invalid-profile")
    refuse_if(token is not None and has_break(token), "invalid-profile")
    step = {"kind": "static", "accessKeyId": identity, "accessKeySecret": secret}
    return step if token is None else {**step, "securityToken": token}


def compact(step):
    """The step without what is not there."""
    return {name: value for name, value in step.items() if value is not None}


def duration_of(profile):
    """CHAIN-PROF-7."""
    value = profile.get("expired_seconds")
    if value is None:
        return 3600
    whole = isinstance(value, Number) and re.fullmatch(r"-?\d+", value, re.ASCII)
    refuse_if(not whole or value == "-0", "invalid-profile")
    refuse_if(not -(2**63) <= int(value) < 2**63, "invalid-profile")
    return int(value) or 3600


def role_of(profile):
    """CHAIN-PROF-6."""
    return compact(
        {
            "kind": "role",
            "roleArn": needed(profile, "ram_role_arn"),
            "roleSessionName": used(profile, "ram_session_name"),
            "durationSeconds": duration_of(profile),
            "policy": used(profile, "policy"),
            "externalId": used(profile, "external_id"),
        }
    )


def oidc_of(profile):
    """CHAIN-PROF-6."""
    return compact(
        {
            "kind": "oidc",
            "roleArn": needed(profile, "ram_role_arn"),
            "providerArn": needed(profile, "oidc_provider_arn"),
            "tokenFile": needed(profile, "oidc_token_file"),
            "roleSessionName": used(profile, "ram_session_name"),
            "durationSeconds": duration_of(profile),
            "policy": used(profile, "policy"),
        }
    )


def metadata_of(role):
    """The step that asks the metadata service."""
    return compact({"kind": "metadata", "roleName": role})


def steps_of_mode(profile, mode):
    """CHAIN-PROF-3, CHAIN-PROF-9, CHAIN-PROF-10."""
    steps = {
        "AK": lambda: [pair_of(profile)],
        "StsToken": lambda: [pair_of(profile, "sts_token")],
        "RamRoleArn": lambda: [pair_of(profile), role_of(profile)],
        "EcsRamRole": lambda: [metadata_of(used(profile, "ram_role_name"))],
        "OIDC": lambda: [oidc_of(profile)],
        "External": lambda: [{"kind": "process", "command": needed(profile, "process_command")}],
        "CredentialsURI": lambda: [{"kind": "uri", "url": needed(profile, "credentials_uri")}],
        "CloudSSO": lambda: [{"kind": "login"}],
        "OAuth": lambda: [{"kind": "login"}],
    }
    refuse_if(not is_text(mode) or mode not in steps, "unsupported-mode")
    return steps[mode]()


# The types of a credentials file as modes, and its names as those of a profile (CHAIN-FILE-4).
TYPES = {
    "access_key": "AK",
    "ram_role_arn": "RamRoleArn",
    "ecs_ram_role": "EcsRamRole",
    "oidc_role_arn": "OIDC",
}
NAMES = {
    "access_key_id": "access_key_id",
    "access_key_secret": "access_key_secret",
    "role_arn": "ram_role_arn",
    "role_session_name": "ram_session_name",
    "policy": "policy",
    "role_name": "ram_role_name",
    "oidc_provider_arn": "oidc_provider_arn",
    "oidc_token_file_path": "oidc_token_file",
}


def sections_of(text):
    """CHAIN-FILE-1, CHAIN-FILE-2."""
    sections, section = {}, None
    for line in map(trimmed, re.split("\r\n|\r|\n", text)):
        if line.startswith(("#", ";")):
            continue
        if line.startswith("[") and line.endswith("]"):
            section = trimmed(line[1:-1])
            sections[section] = {}
        elif section is not None and "=" in line:
            name, _, value = line.partition("=")
            sections[section][trimmed(name)] = without_comment(trimmed(value))
    return sections


def without_comment(value):
    """CHAIN-FILE-2."""
    return trimmed(re.split("[ \t][#;]", value, maxsplit=1)[0])


def steps_of_section(text, name):
    """CHAIN-FILE-3, CHAIN-FILE-4, CHAIN-FILE-5."""
    refuse_if(len(text) > FILE_LIMIT, "invalid-profile")
    require_utf8(text, "invalid-profile")
    section = sections_of(text.removeprefix(BOM).decode("utf-8")).get(name or "default")
    refuse_if(section is None, "unknown-profile")
    refuse_if(section.get("type") not in TYPES, "unsupported-mode")
    profile = {NAMES[key]: value for key, value in section.items() if key in NAMES}
    return steps_of_mode(profile, TYPES[section["type"]])


class Environment:
    """The variables of an input (CHAIN-ORD-2)."""

    def __init__(self, members):
        given = members.get("environment")
        given = {} if given is None else read_object(given)
        self.variables = {name: self.text(value) for name, value in given.items()}

    @staticmethod
    def text(value):
        data = b"" if value is None else to_bytes(value)
        require_utf8(data, "invalid-input")
        return data.decode("utf-8")

    def get(self, name):
        """The text without outer white space, or None."""
        return trimmed(self.variables.get(PREFIX + name, "")) or None

    def is_on(self, name):
        """A switch (CHAIN-ORD-4, CHAIN-ORD-5, CHAIN-META-6)."""
        return re.fullmatch("true", self.get(name) or "", re.ASCII | re.IGNORECASE) is not None


def source_environment(environment, files):
    """CHAIN-ORD-1: the first source."""
    identity, secret = environment.get("ACCESS_KEY_ID"), environment.get("ACCESS_KEY_SECRET")
    refuse_if(identity is None or secret is None, "no-credentials")
    return [static(identity, secret, environment.get("SECURITY_TOKEN"))]


def source_oidc(environment, files):
    """The second source."""
    names = ("ROLE_ARN", "OIDC_PROVIDER_ARN", "OIDC_TOKEN_FILE", "ROLE_SESSION_NAME")
    role, provider, token, session = (environment.get(name) for name in names)
    profile = {
        "ram_role_arn": role,
        "oidc_provider_arn": provider,
        "oidc_token_file": token,
        "ram_session_name": session,
    }
    return [oidc_of(profile)]


def source_cli_profile(environment, files):
    """The third source: CHAIN-ORD-4, CHAIN-ORD-6, CHAIN-ORD-7."""
    refuse_if(environment.is_on("CLI_PROFILE_DISABLED"), "no-credentials")
    text = files.get("~/.aliyun/config.json")
    refuse_if(text is None, "no-credentials")
    return steps_of_file(text, environment.get("PROFILE") or "")


def source_credentials_file(environment, files):
    """The fourth source: CHAIN-ORD-6, CHAIN-ORD-7."""
    path = environment.get("CREDENTIALS_FILE") or "~/.alibabacloud/credentials.ini"
    text = files.get(path)
    refuse_if(text is None, "no-credentials")
    return steps_of_section(text, environment.get("PROFILE"))


def source_metadata(environment, files):
    """The fifth source: CHAIN-ORD-5."""
    refuse_if(environment.is_on("ECS_METADATA_DISABLED"), "no-credentials")
    return [metadata_of(environment.get("ECS_METADATA"))]


def source_uri(environment, files):
    """The sixth source."""
    url = environment.get("CREDENTIALS_URI")
    refuse_if(url is None, "no-credentials")
    return [{"kind": "uri", "url": url}]


SOURCES = (
    ("environment", source_environment),
    ("oidc", source_oidc),
    ("cli-profile", source_cli_profile),
    ("credentials-file", source_credentials_file),
    ("metadata", source_metadata),
    ("uri", source_uri),
)


def credential_source(members):
    """credential.source: CHAIN-ORD-1, CHAIN-ORD-3."""
    environment = Environment(members)
    given = members.get("files")
    files = {} if given is None else read_object(given)
    files = {path: to_bytes(text) for path, text in files.items() if text is not None}
    silent = read_strings(members, "silent")
    known = {word.encode("ascii") for word, _ in SOURCES}
    refuse_if(any(word not in known for word in silent), "invalid-input")
    for word, source in SOURCES:
        try:
            steps = source(environment, files)
        except Refusal:
            continue
        if word.encode("ascii") not in silent:
            return {"source": word, "steps": steps}
    raise Refusal("no-credentials")


ROLES_PATH = "/latest/meta-data/ram/security-credentials/"


class Metadata:
    """The metadata service of an input: what it answers, and what it was asked."""

    def __init__(self, members):
        given = members.get("answers")
        given = {} if given is None else read_object(given)
        self.answers = {name: self.read(given.get(name)) for name in ("token", "roles", "role")}
        self.refuses = read_choice(members, "refuses", (None, "without-token", "with-token"))
        self.reads = []

    @staticmethod
    def read(answer):
        if answer is None:
            return None
        status = read_optional_integer(read_object(answer), "status")
        refuse_if(status is None, "invalid-input")
        return status, read_string(answer, "body")

    def get(self, name, path, token):
        """A GET; its answer, or None."""
        self.reads.append([path, token])
        if self.refuses == ("without-token" if token is None else "with-token"):
            return 403, b""
        return self.answers[name]

    def token(self):
        """CHAIN-META-1, CHAIN-META-5: the answer to the PUT."""
        answer = self.answers["token"]
        if answer is None or answer[0] != 200:
            return None
        token = answer[1].strip(b" \t\r\n")
        return token.decode("ascii") if matches(rb"[!-~]+", token) else None


def credential_metadata(members):
    """credential.metadata: CHAIN-META-1 to CHAIN-META-9."""
    environment, service = Environment(members), Metadata(members)
    given, now = read_optional_text(members, "role"), read_optional_integer(members, "now")
    refuse_if(environment.is_on("ECS_METADATA_DISABLED"), "no-credentials")
    only_v2 = environment.is_on("IMDSV1_DISABLED")
    token = service.token()
    refuse_if(token is None and only_v2, "no-credentials")

    def read(name, path):
        answer = service.get(name, path, token)
        failed = answer is None or answer[0] != 200
        if failed and token is not None and not only_v2:
            answer = service.get(name, path, None)
        return answer

    role = trimmed((given or b"").decode("utf-8")) or environment.get("ECS_METADATA")
    if role is None:
        role = role_in(read("roles", ROLES_PATH))
    refuse_if(re.fullmatch(r"[A-Za-z0-9._-]{1,64}", role) is None, "no-credentials")
    refuse_if(role in (".", ".."), "no-credentials")
    answer = read("role", ROLES_PATH + role)
    refuse_if(answer is None, "no-credentials")
    found = token_parse({"body": in_json(answer[1]), "httpStatus": answer[0], "now": now})
    return {"hardened": True, "reads": service.reads, **found}


def role_in(answer):
    """CHAIN-META-3, CHAIN-META-9."""
    refuse_if(answer is None or answer[0] != 200, "no-credentials")
    require_utf8(answer[1], "no-credentials")
    return trimmed(answer[1].decode("utf-8"))


def in_json(data):
    """The bytes as an input has them."""
    return {"base64": base64.b64encode(data).decode("ascii")}
