# intake.sh, run with: sh intake.sh
set -eu
# A POST sent again with its key does nothing twice.
post() {
  curl -sS --fail-with-body --retry 4 -o response.json -X POST "$FOYER_URL/v1/matters/$1" \
    -H "Authorization: Token $FOYER_KEY" -H "Idempotency-Key: crm-A-1042/$1" -H "Content-Type: $2" "$3" "$4" ||
    { jq -r .detail response.json >&2 && exit 1; }
}
get() {
  curl -sS --fail-with-body --retry 4 -H "Authorization: Token $FOYER_KEY" "$FOYER_URL/v1/$1"
}

if [ "${1-}" = save ]; then
  # The event names its submission, so one that arrives late, twice, or out of order saves the same as in time.
  event=$(jq -r 'select(.submission) | "\(.matter.id) \(.submission)"')
  [ -n "$event" ] || exit 0
  get "matters/${event% *}/record?submission=${event#* }" >"$event.json"
  jq -r '(.documents + .financial_documents)[] | .download_url, "\(.document_id) \(.filename)"' "$event.json" |
    while read -r url && read -r name; do curl -sS --fail-with-body -o "$name" "$url"; done
  echo "saved $event"
  exit
fi

questionnaire=$(get questionnaires | jq -er '.results | map(select(.active))[0].id')
post create-and-invite application/json -d '{
  "questionnaire_id": "'"$questionnaire"'",
  "matter_name": "Smith, Ada and Ben",
  "context": {"crm_id": "A-1042"},
  "clients": [{"party": "main", "email": "ada.smith@example.com", "first_name": "Ada", "last_name": "Smith"}]
}'
matter=$(jq -r .id response.json)
jq -r '"The client starts \(.id) at \(.invites[0].invite_url)"' response.json
post "$matter/prefill" application/json \
  -d '{"people": [{"relationship_type": "2DATR", "first_name": "Cleo", "last_name": "Smith"}]}'
post "$matter/documents?filename=Will.pdf&sha256=$(openssl sha256 -r Will.pdf | cut -c1-64)" application/pdf \
  --data-binary @Will.pdf
exec socat "TCP-LISTEN:${PORT:-8000},bind=127.0.0.1,reuseaddr,fork" EXEC:"sh receiver.sh sh intake.sh save"
