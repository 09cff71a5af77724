"""Kinto with everything in memory."""

import base64
import json
import threading
import urllib.request
from importlib.metadata import version

import kinto
import kinto.core
import waitress
from common import GENRES, SONGS, announce, listener

settings = {
    "kinto.cache_backend": "kinto.core.cache.memory",
    "kinto.storage_backend": "kinto.core.storage.memory",
    "kinto.permission_backend": "kinto.core.permission.memory",
    "kinto.includes": "kinto.plugins.default_bucket",
    "multiauth.policies": "basicauth",
    "kinto.userid_hmac_secret": "none",
}
bound = listener()
port = bound.getsockname()[1]
app = kinto.main({}, None, **settings)
server = waitress.create_server(app, sockets=[bound], threads=4)
thread = threading.Thread(target=server.run)
thread.start()

# Asked for in one page: the server's own limit is none.
RECORDS = f"http://127.0.0.1:{port}/v1/buckets/default/collections/songs/records"
USER = base64.b64encode(b"reader:none").decode()


def ask(method, url, body=None):
    request = urllib.request.Request(url, method=method)
    request.add_header("Authorization", f"Basic {USER}")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, body and json.dumps(body).encode()) as answer:
        return json.load(answer)


for song in SONGS:
    data = {**song, "number": song["id"], "id": f"song-{song['id']}"}
    ask("PUT", f"{RECORDS}/song-{song['id']}", {"data": data})

held = ask("GET", RECORDS)["data"]
held.sort(key=lambda record: record["number"])
announce(
    "Kinto",
    version("kinto"),
    port,
    {
        "all": [record["title"] for record in held],
        "one genre": [record["title"] for record in held if record["genre"] == GENRES[1]],
    },
)
thread.join()
