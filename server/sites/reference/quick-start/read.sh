# save.sh, run with: sh save.sh matter_…
set -eu
matter=$1
get() {
  curl -sS --fail-with-body -H "Authorization: Token $FOYER_KEY" "$FOYER_URL/v1/matters/$matter/$1"
}

submission=$(get submissions | jq -e '.submissions[0].number // error(.detail // "It has not been submitted.")')
get "record?submission=$submission" > record.json

# A link works for ten minutes, without the key.
jq -r '(.documents + .financial_documents)[] | .download_url, "\(.document_id) \(.filename)"' record.json |
  while read -r url && read -r name; do
    curl -sS --fail-with-body -o "$name" "$url"
    echo "$name"
  done
