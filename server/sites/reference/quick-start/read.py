# save.py, run with: python3 save.py matter_…
import json, os, sys, urllib.request

matter_id = sys.argv[1]


def get(part):
    url = f"{os.environ['FOYER_URL']}/v1/matters/{matter_id}/{part}"
    request = urllib.request.Request(url, headers={"Authorization": "Token " + os.environ["FOYER_KEY"]})
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        raise SystemExit(refusal.read().decode())


submissions = get("submissions")["submissions"]
if not submissions:
    raise SystemExit("It has not been submitted.")
record = get(f"record?submission={submissions[0]['number']}")  # newest first
with open("record.json", "w") as file:
    json.dump(record, file, indent=2)

# A link works for ten minutes, without the key.
for document in record["documents"] + record["financial_documents"]:
    path = f"{document['document_id']} {document['filename']}"
    urllib.request.urlretrieve(document["download_url"], path)
    print(path)
