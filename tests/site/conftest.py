"""The site as `yarrow serve` sets it up, asked in this process, and in headless Chromium."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys

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


@pytest.fixture(scope="session")
def address(database):
    """A site served as a person serves it, on a free port."""
    command = [sys.executable, "-m", "yarrow.cli", "serve", "--port", "0", "--db", str(database)]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    )
    try:
        said = re.search(r"http://\S+/", server.stdout.readline())
        for line in server.stderr:  # until it answers
            if "running on" in line:
                break
        assert said and server.poll() is None
        yield said.group()
    finally:
        server.terminate()
        server.communicate(timeout=20)


@pytest.fixture(scope="module")  # no longer: while it runs, its event loop is that of the thread
def chromium():
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture()
def open_page(chromium, address):
    """open_page(path, …) opens a page of the site; at the end nothing may have gone wrong."""
    contexts, complaints = [], []

    def open_(path, width=1280, height=900, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(  # a request that a click on the next page cuts off has not failed
            "requestfailed",
            lambda request: request.failure == "net::ERR_ABORTED" or complaints.append(request.url),
        )
        page.on(
            "request",
            lambda request: request.url.startswith(address) or complaints.append(request.url),
        )
        page.goto(address + path.lstrip("/"))
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []
