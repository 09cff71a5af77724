"""A GraphQL server with Relay connections, by Strawberry."""

from importlib.metadata import version
from typing import Iterable, Optional

import strawberry
from common import GENRES, SONGS, serve_asgi
from strawberry import relay
from strawberry.asgi import GraphQL


@strawberry.type
class Song(relay.Node):
    id: relay.NodeID[int]
    title: str
    genre: str


HELD = [Song(id=song["id"], title=song["title"], genre=song["genre"]) for song in SONGS]


@strawberry.type
class Query:
    @relay.connection(relay.ListConnection[Song])
    def songs(self, genre: Optional[str] = None) -> Iterable[Song]:
        return [song for song in HELD if genre in (None, song.genre)]


lists = {
    "all": [song.title for song in HELD],
    "one genre": [song.title for song in HELD if song.genre == GENRES[2]],
}
serve_asgi(
    GraphQL(strawberry.Schema(Query)), "Strawberry GraphQL", version("strawberry-graphql"), lists
)
