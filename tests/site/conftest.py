"""The site as `yarrow serve` sets it up, asked in this process."""

from __future__ import annotations

import asyncio

import pytest


class Site:
    """`get(path)` gives the response of the site over a database, without a network."""

    def __init__(self, database):
        from datasette.cli import serve

        from yarrow.commands.serve import arguments

        context = serve.make_context("serve", arguments(database))
        self.datasette = serve.callback(**context.params, return_instance=True)

    def get(self, path: str):
        return asyncio.run(self.datasette.client.get(path))


@pytest.fixture(scope="session")
def make_site():
    return Site


@pytest.fixture(scope="session")
def site(database):
    return Site(database)
