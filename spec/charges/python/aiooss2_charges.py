"""The wrong requests of aiooss2 0.2.11, each by a public call.

aiooss2_charges.py MISTAKE URL     URL is that of a server that records, http://127.0.0.1:PORT
"""

# ruff: noqa: D103 - a function has the id of its mistake for a name, and is what its lines do

import asyncio
import sys

import aiooss2


async def sent_dots_alone_removed() -> None:
    auth = aiooss2.Auth("exampleAccessKeyID00", "ExampleSecret0000000000000000ab")
    async with aiooss2.AioBucket(auth, sys.argv[2], "examplebucket") as bucket:
        await bucket.get_object("..", headers={"Content-Type": "text/plain"})


asyncio.run(globals()[sys.argv[1].replace("-", "_")]())
