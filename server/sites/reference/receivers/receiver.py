# receiver.py, run with: WEBHOOK_SECRET=whsec_… python3 receiver.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_genuine(headers, body):
    sent_at = headers["webhook-timestamp"] or ""
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    signatures = (headers["webhook-signature"] or "").split(" ")
    return any(hmac.compare_digest(expected, signature) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if is_genuine(self.headers, body):
            event = json.loads(body)
            print(event["event_type"], event["matter"]["id"], flush=True)
            self.send_response(204)
        else:
            self.send_response(400)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8000))), Receiver).serve_forever()
