"""Moto, which stands in for S3 and DynamoDB."""

import threading

import boto3
import moto
from common import GENRES, SONGS, announce
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

server = make_server("127.0.0.1", 0, DomainDispatcherApplication(create_backend_app), threaded=True)
thread = threading.Thread(target=server.serve_forever)
thread.start()


def client(service):
    return boto3.client(
        service,
        endpoint_url=f"http://127.0.0.1:{server.server_port}",
        region_name="us-east-1",
        aws_access_key_id="none",
        aws_secret_access_key="none",
    )


s3 = client("s3")
s3.create_bucket(Bucket="songs")
for song in SONGS:
    s3.put_object(Bucket="songs", Key=f"{song['genre']}/{song['title']}", Body=b"")

dynamo = client("dynamodb")
dynamo.create_table(
    TableName="songs",
    BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[
        {"AttributeName": "shelf", "AttributeType": "S"},
        {"AttributeName": "id", "AttributeType": "N"},
    ],
    KeySchema=[
        {"AttributeName": "shelf", "KeyType": "HASH"},
        {"AttributeName": "id", "KeyType": "RANGE"},
    ],
)
for song in SONGS:
    dynamo.put_item(
        TableName="songs",
        Item={
            "shelf": {"S": "one"},
            # Beyond 2^53, where a number that went through a double would be another song.
            "id": {"N": str(9007199254740993 + song["id"])},
            "title": {"S": song["title"]},
            "genre": {"S": song["genre"]},
        },
    )

keys = [item["Key"] for item in s3.list_objects_v2(Bucket="songs")["Contents"]]
items = dynamo.scan(TableName="songs")["Items"]
items.sort(key=lambda item: int(item["id"]["N"]))
announce(
    "moto",
    moto.__version__,
    server.server_port,
    {
        "objects": keys,
        "objects of one genre": [key for key in keys if key.startswith(f"{GENRES[0]}/")],
        "items": [item["title"]["S"] for item in items],
        "items of one genre": [i["title"]["S"] for i in items if i["genre"]["S"] == GENRES[0]],
    },
)
thread.join()
