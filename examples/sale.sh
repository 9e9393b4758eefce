#!/bin/sh
# Issues one note and keeps its XML and PDF: `sh sale.sh <your number of the sale>`, with LAVRA_URL and LAVRA_KEY in the environment.
set -eu
url="${LAVRA_URL:-http://127.0.0.1:3000}"
number="${1:?usage: LAVRA_KEY=ck_… sh sale.sh <your number of the sale>}"
folder="$(dirname "$0")"

# curl repeats the call where Lavra cannot be reached or asks to come back later; a refusal ends the program with Lavra's words.
call() {
  curl --silent --show-error --fail-with-body --retry 8 --retry-connrefused --max-time 30 \
    -H "Authorization: Bearer ${LAVRA_KEY:?}" "$@"
}

# The first value of that name: the document's own stand before those of its parts.
field() {
  grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4
}

# The key is made of your own number: however often the call is repeated, the sale has one note.
note="$(call "$url/v1/fiscal-documents" -H 'Content-Type: application/json' -H "Idempotency-Key: $number" -d "@$folder/sale.json")" || {
  printf '%s\n' "$note" >&2
  exit 1
}
id="$(printf %s "$note" | field id)"

while [ "$(printf %s "$note" | field status)" = PROCESSING ]; do
  sleep 0.5
  note="$(call "$url/v1/fiscal-documents/$id")"
done
status="$(printf %s "$note" | field status)"
if [ "$status" != AUTHORIZED ]; then
  echo "$status $(printf %s "$note" | field rejectionReason)"
  exit 1
fi
key="$(printf %s "$note" | field accessKey)"
echo "$status $key"

call "$url/v1/fiscal-documents/$id/xml" -o "$key.xml"
call "$url/v1/fiscal-documents/$id/danfe" -o "$key.pdf"
printf '%s\n' "$key.xml" "$key.pdf"
