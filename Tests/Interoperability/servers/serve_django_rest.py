"""Django REST framework with its three ways to page, over a database in memory."""

import django
import rest_framework
import waitress
from common import GENRES, SONGS, announce, listener
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": "file:songs?mode=memory&cache=shared",
        }
    },
    INSTALLED_APPS=["rest_framework"],
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None, "DEFAULT_AUTHENTICATION_CLASSES": []},
    ROOT_URLCONF=__name__,
    SECRET_KEY="none",
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework import generics, pagination, serializers  # noqa: E402


class Song(models.Model):
    title = models.TextField()
    genre = models.TextField()
    rating = models.IntegerField()

    class Meta:
        app_label = "songs"


class SongSerializer(serializers.ModelSerializer):
    class Meta:
        model = Song
        fields = ["id", "title", "genre", "rating"]


class ByNumber(pagination.PageNumberPagination):
    page_size = 10
    page_size_query_param = "size"


class ByOffset(pagination.LimitOffsetPagination):
    default_limit = 10


class ByCursor(pagination.CursorPagination):
    page_size = 10
    page_size_query_param = "size"
    # Songs of the same rating make it use offsets within a position.
    ordering = "-rating"


class Songs(generics.ListAPIView):
    serializer_class = SongSerializer

    def get_queryset(self):
        songs = Song.objects.order_by("id")
        genre = self.request.query_params.get("genre")
        return songs if genre is None else songs.filter(genre=genre)


urlpatterns = [
    path("number/", Songs.as_view(pagination_class=ByNumber)),
    path("offset/", Songs.as_view(pagination_class=ByOffset)),
    path("cursor/", Songs.as_view(pagination_class=ByCursor)),
]

with connection.schema_editor() as editor:
    editor.create_model(Song)
for song in SONGS:
    Song.objects.create(**song)


def titles(ordering, **filters):
    return list(Song.objects.filter(**filters).order_by(*ordering).values_list("title", flat=True))


bound = listener()
announce(
    "Django REST framework",
    rest_framework.VERSION,
    bound.getsockname()[1],
    {
        "all": titles(["id"]),
        "one genre": titles(["id"], genre=GENRES[0]),
        "by rating": titles(["-rating"]),
    },
)
waitress.serve(get_wsgi_application(), sockets=[bound], threads=4)
