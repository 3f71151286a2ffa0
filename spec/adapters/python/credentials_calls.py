"""The places from which the providers of alibabacloud-credentials take the time and an answer.

A function that gives the answer replaces their one HTTP call, `TeaCore.do_action`. Their clock is
`time.mktime(time.localtime())`, read in five modules.
"""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from alibabacloud_credentials.provider import (
    cloud_sso,
    ecs_ram_role,
    external,
    oauth,
    oidc,
    ram_role_arn,
    refreshable,
    uri,
)
from Tea.exceptions import RetryError

from timeline import Fetched


def metadata_token(request: Any) -> Fetched:
    """The metadata service's own token, which is no credential."""
    return Fetched(200, b"metadata")


def install(
    now: Callable[[], float],
    fetch: Callable[[Any], Fetched],
    put: Callable[[Any], Fetched] = metadata_token,
) -> None:
    """Puts a clock in its places, and a fetch and a PUT, which are given the request."""
    clock = SimpleNamespace(localtime=now, mktime=lambda local: local, strptime=time.strptime)

    def do_action(request: Any, options: Any) -> SimpleNamespace:
        answer = put(request) if request.method == "PUT" else fetch(request)
        if answer.status is None:
            raise RetryError("no answer came")
        return SimpleNamespace(status_code=answer.status, body=answer.body)

    calling = (uri, ecs_ram_role, ram_role_arn, oidc, cloud_sso, oauth)
    for module in (refreshable, external, *calling):
        module.time = clock
    for module in calling:
        module.TeaCore = SimpleNamespace(do_action=do_action)
