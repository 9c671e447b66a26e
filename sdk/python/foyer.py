# What the generated client for Python lacks: retries that create nothing twice, errors as exceptions, and the check of
# webhooks. Every Foyer serves this file at /sdk/foyer.py.
import base64, hashlib, hmac, json, time, uuid
import httpx

class FoyerError(Exception):
    def __init__(self, response):
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        self.status, self.problem = response.status_code, response.json() if is_json else {}
        super().__init__(self.problem.get("detail", f"The answer was {self.status}."))

class Retrying(httpx.HTTPTransport):
    def handle_request(self, request):
        if request.method in ("POST", "PATCH", "DELETE"):
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        for wait_s in (0.5, 1, 2, 4, None):
            try:
                response = super().handle_request(request)
                response.read()
                if response.status_code < 400:
                    return response
                error, told = FoyerError(response), response.headers.get("Retry-After", "")
                is_running = error.problem.get("code") == "request_in_progress"
                is_passing = error.status in (429, 502, 503, 504) or is_running
            except httpx.TransportError as lost:
                error, told, is_passing = lost, "", True
            if wait_s is None or not is_passing:
                raise error
            time.sleep(max(wait_s, int(told) if told.isdecimal() else 0))

def verify_webhook(body, headers, secret):
    sent_at, signatures = headers.get("webhook-timestamp") or "", headers.get("webhook-signature") or ""
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    digest = hmac.digest(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256)
    expected = b"v1," + base64.b64encode(digest)
    is_recent = sent_at.isdecimal() and abs(time.time() - int(sent_at)) <= 300
    if not is_recent or not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")):
        raise ValueError("This webhook is not genuine, or is older than five minutes.")
    return json.loads(body)
