# create.sh, run with: sh create.sh
set -eu
token="Authorization: Token $FOYER_KEY"

questionnaire=$(curl -sS -H "$token" "$FOYER_URL/v1/questionnaires" | jq -er '.results // error(.detail) | map(select(.active))[0].id')

# Sent again with the same key, it creates nothing twice.
curl -sS -X POST "$FOYER_URL/v1/matters/create" \
  -H "$token" -H "Content-Type: application/json" -H "Idempotency-Key: crm-A-1042-$(date +%s)" \
  -d '{
    "questionnaire_id": "'"$questionnaire"'",
    "matter_name": "Smith, Ada and Ben",
    "context": {"crm_id": "A-1042"}
  }' | jq -er '"\(.id // error(.detail))\n\(.invite_url)"'
