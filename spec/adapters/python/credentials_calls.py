"""The places from which the providers of alibabacloud-credentials take the time and an answer.

A function that gives the answer replaces their one HTTP call, `TeaCore.do_action`. Their clock is
`time.mktime(time.localtime())`, read in five modules.
"""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from alibabacloud_credentials.provider import ecs_ram_role, oidc, ram_role_arn, refreshable, uri
from Tea.exceptions import RetryError

from timeline import Fetched


def install(now: Callable[[], float], fetch: Callable[[Any], Fetched]) -> None:
    """Puts a clock in its places, and a fetch, which is given the request."""
    clock = SimpleNamespace(localtime=now, mktime=lambda local: local, strptime=time.strptime)

    def do_action(request: Any, options: Any) -> SimpleNamespace:
        if request.method == "PUT":  # the metadata service's own token, which is no credential
            return SimpleNamespace(status_code=200, body=b"metadata")
        answer = fetch(request)
        if answer.status is None:
            raise RetryError("no answer came")
        return SimpleNamespace(status_code=answer.status, body=answer.body)

    for module in (refreshable, uri, ecs_ram_role, ram_role_arn, oidc):
        module.time = clock
    for module in (uri, ecs_ram_role, ram_role_arn, oidc):
        module.TeaCore = SimpleNamespace(do_action=do_action)
