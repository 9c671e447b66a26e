import { eventMeanings, subscribableTypes } from "../../firm/events/schema.ts"

/** What integrators should know before their first request; also the description of the OpenAPI document. */
export interface Chapter {
  id: string
  title: string
  text: string
}

export const introduction =
  "Client intake for professional firms. A matter is created from a questionnaire and filled in by a client, or by a representative, through the portal. With this API you read matters and everything in them, create and steer matters, and subscribe to events."

export const guide: readonly Chapter[] = [
  {
    id: "keys",
    title: "Keys and scopes",
    text: "Every request carries `Authorization: Token <API_TOKEN>`; `Bearer` works in place of `Token`. An admin creates keys in the console, each with only the scopes it needs. A program that many firms use needs none: it registers once as an app, or describes itself at an https address that is its client ID, and asks each firm's admin for consent by OAuth 2.1, as `/.well-known/oauth-authorization-server` says (public client, PKCE); its access token is a key that lasts an hour. A key belongs to one firm; another firm's records look exactly like records that do not exist.",
  },
  {
    id: "reading",
    title: "When to read a matter",
    text: "A client can come back after submitting and add more. A matter is complete with the event `intakeform.completed`; when you read it right after `intakeform.submitted`, it may not be. To read exactly what was submitted, regardless of later changes, add `?submission=1`, or the number of a later submission, to any request that reads a matter. `GET /v1/matters/{matter_id}/differences` returns what has changed since.",
  },
  {
    id: "filing",
    title: "Filing a finished intake",
    text: 'To file a matter in the firm\'s own document system, subscribe to `intakeform.completed` and fetch two files whenever it arrives: `GET /v1/matters/{matter_id}/memo`, a PDF for people, and `GET /v1/matters/{matter_id}/workbook`, an Excel workbook for calculations. `Content-Disposition` has their file names; `curl -OJ -H "Authorization: Token $FOYER_KEY"` with the URL saves a file under its name. The key needs `matters:read` and `documents:read`. Both files mask sensitive answers; to get them in plain text, read the answers. Files that clients uploaded are in the lists of documents, each with its own link.',
  },
  {
    id: "pages",
    title: "Paging",
    text: "Lists take `page`, from 1, and `page_size`, from 1 to 200 (100 by default; larger values are treated as 200). `count` is the number of matching records on all pages. `next` and `previous` are complete URLs with all other parameters, and null at the ends. A page past the end is a 404.",
  },
  {
    id: "unchanged",
    title: "Conditional requests",
    text: "Every response to a GET has an `ETag`, except the two files that are generated on each request. Send it back as `If-None-Match` to the same URL, and if nothing has changed, you get a 304 without a body: the cheapest way to poll. A tag belongs to one URL, including its parameters, and a new version of Foyer may issue new tags. `Cache-Control: private, no-cache` lets you store a response and revalidate it before each use. Answers, lists of files and the files themselves contain sensitive values and links, and are `no-store`. Links to files work for ten minutes from each response, so those responses change every second.",
  },
  {
    id: "values",
    title: "Ids, dates and amounts",
    text: "Ids show the kind of record and sort by creation time. Dates are `YYYY-MM-DD`, times are in UTC. Amounts and shares are exact decimals with two places, as strings. Lists of values in responses may grow: let a value that you do not know do no harm. Text that has not been provided is empty; a date that has not been provided is null. URLs may end with a slash. Unknown fields are rejected; unknown parameters are ignored, and `Foyer-Ignored-Parameters` names them. Send `Prefer: handling=strict` (RFC 7240) to get a 400 that names them instead.",
  },
  {
    id: "retries",
    title: "Retries and idempotency",
    text: "Send your own `Idempotency-Key` with a POST, PATCH, or DELETE. If the response is lost, send the same request again: Foyer stores the first response for 24 hours and returns it with `Idempotent-Replayed: true`, without doing anything twice. A PATCH also takes `If-Match`: with the `ETag` of the record you have read, it changes nothing once someone else has. Every response has a `Request-Id`; a 503 says in `Retry-After` how many seconds to wait.",
  },
  {
    id: "clients",
    title: "Clients and local webhooks",
    text: "Every installation serves a client for TypeScript and JavaScript that fits it, with types, paging, retries, and the check of webhooks: `npm install https://foyer.example/sdk/foyer.tgz`, with your own address. Its program posts every new event to your own machine, signed like a webhook, and needs no public address: `npx --yes https://foyer.example/sdk/foyer.tgz listen --forward http://localhost:8000`, with the address and a key in `FOYER_URL` and `FOYER_KEY`. For Python, `openapi-python-client` generates a client from `/v1/openapi.json`, and `https://foyer.example/sdk/foyer.py` adds retries and the check of webhooks.",
  },
  {
    id: "limits",
    title: "Rate limits",
    text: "A key may send 3,000 requests per minute, unless the operator has set another limit. In every response, `RateLimit` says how many are left and in how many seconds the minute ends, and `RateLimit-Policy` says what is allowed. A request over the limit gets a 429 with `Retry-After`, and has no effect. A network that sends 600 wrong keys or links within a minute is blocked for the rest of it, except for keys that have already been verified. A body must arrive within 40 seconds.",
  },
  {
    id: "event-types",
    title: "Types of events",
    text: [
      "A subscription is for one type or several; the event has its own as `event_type`. `user` is the person who caused it: a client, or a member of staff, even when acting for a client. Where no person did, as when a retention rule deletes a matter, it is an admin.",
      ...subscribableTypes.map((type) => `\`${type}\`: ${eventMeanings[type]}.`),
    ].join("\n\n"),
  },
  {
    id: "receiving-webhooks",
    title: "Receiving webhooks",
    text: "The body is the event as `GET /v1/events/{event_id}` returns it, plus `occurred_at`, and is identical in every attempt. It contains no personal data: use a key to read what you need. `webhook-id` is the event's id; use it to ignore duplicates.\n\n**Verify each request**, with any Standard Webhooks 1.0 library or as the receivers below do: take the bytes of `webhook-id`, a period, `webhook-timestamp`, a period, and the body as it arrived. Their HMAC-SHA256, in base64 after `v1,`, must equal one of the signatures in `webhook-signature`, which are separated by spaces. The key is the subscription's secret without `whsec_`, decoded from base64. Refuse a request whose `webhook-timestamp` (seconds since 1970, set for each attempt) is more than five minutes away from your clock.\n\nRespond with 2xx within 15 seconds. Otherwise Foyer retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (±20 %), or later if `Retry-After` says so. Redirects count as failures; 410 disables the subscription until someone resumes it.\n\nThe console can send a test event, once: of the type `foyer.test`, with ids that refer to nothing, or a sample of a type you choose, with the matter of your latest event. Both have `is_test: true`: answer with 2xx and do nothing.",
  },
]
