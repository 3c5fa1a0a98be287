"""`yarrow serve`, started as a person starts it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress

import httpx

from yarrow.store.build import build_database
from yarrow.store.database import connect
from yarrow.store.digest import digest


@contextmanager
def serving(*arguments: str, **environment: str):
    """A running `yarrow serve --port 0`: (process, address, what it said on standard error)."""
    command = [sys.executable, "-m", "yarrow.cli", "serve", "--port", "0", *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
        start_new_session=True,
    )
    said: list[str] = []
    try:
        address = re.search(r"http://\S+/", process.stdout.readline()).group()
        threading.Thread(target=lambda: said.extend(process.stderr), daemon=True).start()
        wait_for(lambda: content_of(address))
        yield process, address, said
    finally:
        with suppress(ProcessLookupError):  # gone already
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=20)


def wait_for(condition):
    """What the condition gives when it gives something; it is asked for a minute."""
    for _ in range(600):
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError("nothing came of it within a minute")


def content_of(address: str) -> str | None:
    """The digest at the foot of the home page; None while nobody answers."""
    try:
        return re.search(r"content <code>(\w+)", httpx.get(address, timeout=20).text).group(1)
    except httpx.TransportError:
        return None


def test_it_builds_the_database_where_there_is_none(database, tmp_path):
    path = tmp_path / "new" / "yarrow.db"
    with serving(YARROW_DB=str(path)) as (process, address, _):
        assert digest(connect(path)).startswith(content_of(address))
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(timeout=20) == 0
    assert path.read_bytes() == database.read_bytes()


def test_it_says_that_the_database_is_old(database, tmp_path):
    old = shutil.copy(database, tmp_path / "old.db")
    connection = sqlite3.connect(old)
    connection.execute("UPDATE about SET value = '0' WHERE name = 'corpus_sha256'")
    connection.commit()
    connection.close()
    with serving("--db", str(old)) as (_, _, said):
        assert any("run `yarrow build`" in line for line in said)
    with serving("--db", str(database)) as (_, _, said):
        assert not any("run `yarrow build`" in line for line in said)


def test_it_starts_anew_when_the_database_is_built_again(database, tmp_path):
    path = shutil.copy(database, tmp_path / "yarrow.db")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE about SET value = '0' WHERE name = 'version'")
    connection.commit()
    connection.close()
    with serving("--reload", "--db", str(path)) as (_, address, _):
        before = content_of(address)
        build_database(path)
        after = wait_for(lambda: (content_of(address) or before) != before and content_of(address))
        assert digest(connect(path)).startswith(after)


def test_a_taken_port_is_told(database):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "yarrow.cli", "serve", "--db", str(database)]
        done = subprocess.run(
            [*command, "--port", port], capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 1
    assert f"--port {port}: cannot listen there" in done.stderr and "remedy" in done.stderr
