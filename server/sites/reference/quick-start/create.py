# create.py, run with: python3 create.py
import json, os, urllib.request, uuid


def send(path, body=None):
    headers = {"Authorization": "Token " + os.environ["FOYER_KEY"], "Content-Type": "application/json"}
    if body is not None:
        # Sent again with the same key, it creates nothing twice.
        headers["Idempotency-Key"] = str(uuid.uuid4())
        body = json.dumps(body).encode()
    request = urllib.request.Request(os.environ["FOYER_URL"] + path, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        raise SystemExit(refusal.read().decode())


questionnaire = next(one for one in send("/v1/questionnaires")["results"] if one["active"])
matter = send("/v1/matters/create", {
    "questionnaire_id": questionnaire["id"],
    "matter_name": "Smith, Ada and Ben",
    "context": {"crm_id": "A-1042"},
})
print(matter["id"])
print(matter["invite_url"])
