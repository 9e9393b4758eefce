"""Issues one note and keeps its XML and PDF: `python3 sale.py <your number of the sale>`, with LAVRA_URL and LAVRA_KEY in the environment.

Nothing but Python 3.9 is needed.
"""

import json
import os
import sys
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

URL = os.environ.get("LAVRA_URL", "http://127.0.0.1:3000")
KEY = os.environ.get("LAVRA_KEY")


def call(method: str, path: str, body: object = None, **headers: str) -> bytes:
    """Repeats the call while Lavra cannot be reached or asks to come back later; any other refusal ends the program with its words."""
    data = None if body is None else json.dumps(body).encode()
    wait = 1
    while True:
        request = Request(URL + path, data, {"Authorization": f"Bearer {KEY}", **headers}, method=method)
        pause = wait
        try:
            with urlopen(request, timeout=30) as response:
                return response.read()
        except HTTPError as refusal:
            if refusal.code < 500 and refusal.code != 429:
                sys.exit(f"{refusal.code} {refusal.read().decode()}")
            pause = int(refusal.headers.get("Retry-After", wait))
        except (URLError, TimeoutError):
            pass
        time.sleep(pause)
        wait = min(wait * 2, 30)


def main() -> None:
    if not KEY or len(sys.argv) != 2:
        sys.exit("usage: LAVRA_KEY=ck_… python3 sale.py <your number of the sale>")
    number = sys.argv[1]
    sale = json.loads(Path(__file__).with_name("sale.json").read_text(encoding="utf-8"))

    # The key is made of your own number: however often the call is repeated, the sale has one note.
    headers = {"Content-Type": "application/json", "Idempotency-Key": number}
    note = json.loads(call("POST", "/v1/fiscal-documents", {**sale, "externalId": number}, **headers))

    # A webhook tells it without asking (webhook-receiver.js).
    while note["status"] == "PROCESSING":
        time.sleep(0.5)
        note = json.loads(call("GET", f"/v1/fiscal-documents/{note['id']}"))
    print(note["status"], note["accessKey"] or note["rejectionReason"])
    if note["status"] != "AUTHORIZED":
        sys.exit(1)

    for path, suffix in {"xml": "xml", "danfe": "pdf"}.items():
        file = Path(f"{note['accessKey']}.{suffix}")
        file.write_bytes(call("GET", f"/v1/fiscal-documents/{note['id']}/{path}"))
        print(file)


main()
