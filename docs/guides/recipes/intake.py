# intake.py, run with: python3 intake.py
import httpx, json, os
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from foyer import Retrying, verify_webhook
from foyer_api import AuthenticatedClient, models
from foyer_api.api.matters import create_matter_and_invite, get_record, prefill_matter
from foyer_api.api.questionnaires import list_questionnaires
from foyer_api.api.uploads import upload_document
from foyer_api.types import File

url, key, secret = (os.environ[name] for name in ("FOYER_URL", "FOYER_KEY", "WEBHOOK_SECRET"))
client = AuthenticatedClient(base_url=url, token=key, prefix="Token", httpx_args={"transport": Retrying()})

questionnaire = next(one for one in list_questionnaires.sync(client=client).results if one.active)
ada = {"party": "main", "email": "ada.smith@example.com", "first_name": "Ada", "last_name": "Smith"}
matter = {"questionnaire_id": questionnaire.id, "matter_name": "Smith, Ada and Ben", "context": {"crm_id": "A-1042"}}
body = models.NewMatterWithInvitations.from_dict({**matter, "clients": [ada]})
created = create_matter_and_invite.sync(client=client, body=body)
cleo = {"relationship_type": "2DATR", "first_name": "Cleo", "last_name": "Smith"}
prefill_matter.sync(created.id, client=client, body=models.NewPrefill.from_dict({"people": [cleo]}))
upload_document.sync(created.id, client=client, filename="Will.pdf", body=File(Path("Will.pdf").read_bytes()))
print("created", created.id, created.invites[0].invite_url, flush=True)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            event = verify_webhook(self.rfile.read(int(self.headers["content-length"])), self.headers, secret)
        except ValueError as refusal:
            return self.send_error(400, str(refusal))
        if number := event.get("submission"):  # The same again, late, twice, or out of order saves the same.
            record = get_record.sync_detailed(event["matter"]["id"], client=client, submission=number).content
            Path(f"{event['matter']['id']} {number}.json").write_bytes(record)
            for file in json.loads(record)["documents"] + json.loads(record)["financial_documents"]:
                content = httpx.get(file["download_url"]).raise_for_status().content
                Path(f"{file['document_id']} {file['filename']}").write_bytes(content)
        self.send_response(204)
        self.end_headers()

HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8000))), Receiver).serve_forever()
