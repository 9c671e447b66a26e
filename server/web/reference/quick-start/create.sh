set -eu
token="Authorization: Token $FOYER_KEY"

questionnaire=$(curl -sS --fail-with-body -H "$token" "$FOYER_URL/v1/questionnaires" | jq -r '.results[0].id')

# Sent again with the same key, it creates nothing twice.
curl -sS --fail-with-body -X POST "$FOYER_URL/v1/matters/create" \
  -H "$token" -H "Content-Type: application/json" -H "Idempotency-Key: crm-A-1042-$(date +%s)" \
  -d '{
    "questionnaire_id": "'"$questionnaire"'",
    "matter_name": "Smith, Ada and Ben",
    "context": {"crm_id": "A-1042"}
  }' | jq -r '"\(.id)\n\(.invite_url)"'
