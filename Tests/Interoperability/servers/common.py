"""What the servers have in common: the data, and how they tell that they are ready."""

import json
import os
import socket
import sys

# A genre that has to be escaped wherever it goes: query, path, XML, JSON.
GENRES = ["R&B", "drum + bass", "Çoçek"]

# 60 songs: whole pages of 10 and of 12; 20 of each genre. Several have the same rating.
SONGS = [
    {
        "id": number,
        "title": f"Song {number:02} <&> \u2665",
        "genre": GENRES[number % 3],
        "rating": number // 7,
    }
    for number in range(1, 61)
]


def listener():
    """A socket on a free port of the loopback interface."""
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", 0))
    bound.listen(64)
    return bound


def announce(name, version, port, lists):
    """Writes where the server is and what it holds, to the file that the program was given.

    lists has, by name, the titles in the order in which the server should give them, read from its
    storage by other means than pages.
    """
    target = sys.argv[1]
    with open(target + ".new", "w") as file:
        service = {"name": name, "version": version, "lists": lists}
        json.dump({**service, "url": f"http://127.0.0.1:{port}"}, file)
    os.rename(target + ".new", target)


def serve_asgi(app, name, version, lists):
    """Serves an ASGI application for ever."""
    import uvicorn

    bound = listener()
    config = uvicorn.Config(app, log_level="warning")
    announce(name, version, bound.getsockname()[1], lists)
    uvicorn.Server(config).run(sockets=[bound])
