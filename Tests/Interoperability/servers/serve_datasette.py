"""Datasette over a database in a file."""

import os
import sqlite3
import sys

from common import GENRES, SONGS, serve_asgi
from datasette import __version__
from datasette.app import Datasette

database = os.path.join(os.path.dirname(sys.argv[1]), "songs.db")
connection = sqlite3.connect(database)
connection.execute(
    "create table songs (id integer primary key, title text, genre text, rating integer)"
)
connection.executemany("insert into songs values (:id, :title, :genre, :rating)", SONGS)
connection.commit()


def titles(rest, *values):
    return [row[0] for row in connection.execute(f"select title from songs {rest}", values)]


lists = {
    "all": titles("order by id"),
    "one genre": titles("where genre = ? order by id", GENRES[1]),
    "by rating": titles("order by rating desc, id"),
}
serve_asgi(Datasette([database]).app(), "Datasette", __version__, lists)
