# receiver.sh, run with: WEBHOOK_SECRET=whsec_… socat TCP-LISTEN:8000,bind=127.0.0.1,reuseaddr,fork EXEC:"sh receiver.sh"
# socat runs it for each request. Words after receiver.sh are a command that gets the event, and says whether it worked.
set -efu
[ $# -gt 0 ] || set -- jq -r '"\(.event_type) \(.matter.id)"'

answer() {
  printf 'HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$1"
  exit
}

return=$(printf '\r') id='' sent_at='' signatures='' length=0
while IFS= read -r line && line=${line%"$return"} && [ -n "$line" ]; do
  value=${line#*:} value=${value# }
  case $(printf %s "${line%%:*}" | tr '[:upper:]' '[:lower:]') in
    webhook-id) id=$value ;;
    webhook-timestamp) sent_at=$value ;;
    webhook-signature) signatures=$value ;;
    content-length) length=$value ;;
  esac
done
body=$(mktemp)
trap 'rm "$body"' EXIT
head -c "$length" >"$body"

case $sent_at in '' | 0* | *[!0-9]* | ????????????*) answer '400 Bad Request' ;; esac
age=$(($(date +%s) - sent_at))
[ "${age#-}" -le 300 ] || answer '400 Bad Request'
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=$({ printf '%s.%s.' "$id" "$sent_at" && cat "$body"; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
for signature in $signatures; do
  # By their hashes, so that the time it takes tells nothing.
  if [ "$(printf %s "$signature" | openssl sha256)" = "$(printf %s "v1,$expected" | openssl sha256)" ]; then
    "$@" <"$body" >&2 || answer '500 Internal Server Error'
    answer '204 No Content'
  fi
done
answer '400 Bad Request'
