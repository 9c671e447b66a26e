import { eventMeanings, subscribableTypes } from "../events/schema.ts"

/** What one should know before the first request; also the description of the OpenAPI document. */
export interface Chapter {
  id: string
  title: string
  text: string
}

export const introduction =
  "Client intake for professional firms. A matter is created from a questionnaire and filled in by a client, or by a representative, through the portal. This API reads matters and all their parts, makes matters ahead of time, and subscribes to events."

export const guide: readonly Chapter[] = [
  {
    id: "keys",
    title: "Keys and scopes",
    text: "Every request carries `Authorization: Token <API_TOKEN>`; `Bearer` is taken for `Token`. An admin makes keys in the console, each with the scopes it needs and no others. A key belongs to one firm, and another firm's records look exactly like records that do not exist.",
  },
  {
    id: "reading",
    title: "When to read",
    text: "A client can come back after submitting and add more. `intakeform.completed` is the event after which a matter is complete; a reading made right after `intakeform.submitted` may not be. To read exactly what was sent, whatever has changed since, add `?submission=1`, or the number of a later submission, to any reading of a matter; `GET /v1/matters/{matter_id}/differences` says what has changed since.",
  },
  {
    id: "filing",
    title: "Filing a finished intake",
    text: 'To put a matter into the firm\'s own documents, subscribe to `intakeform.completed` and fetch two files each time it comes: `GET /v1/matters/{matter_id}/memo`, a PDF for people, and `GET /v1/matters/{matter_id}/workbook`, an Excel workbook to calculate with. `Content-Disposition` names each; with curl, `curl -OJ -H "Authorization: Token $FOYER_KEY"` and the address saves it under that name. The key needs `matters:read` and `documents:read`. In both files sensitive answers are masked; who needs them in clear reads the answers. What the clients uploaded comes from the lists of documents, each file behind its own link.',
  },
  {
    id: "pages",
    title: "Paging",
    text: "Lists take `page`, from 1, and `page_size`, from 1 to 200 (100 unless told otherwise; more is treated as 200). `count` is the number of records that match, over all pages. `next` and `previous` are whole addresses that keep every other parameter, and null at the ends. A page past the end is a 404.",
  },
  {
    id: "unchanged",
    title: "Reading what has not changed",
    text: "Every answer to a GET carries an `ETag`, except the two files that are made anew each time. Send it back as `If-None-Match` with the same address, and while nothing has changed you get a 304 without a body: the cheapest way to ask often. A tag belongs to one address, parameters included, and a new version of Foyer may give new ones. `Cache-Control: private, no-cache` lets you keep an answer as long as you ask before using it; answers to questions, lists of files and the files themselves, which hold sensitive values and links, are `no-store`. Links to files work for ten minutes from each answer, so such answers are new each second.",
  },
  {
    id: "values",
    title: "Ids, dates and amounts",
    text: "Ids name their kind and sort by the time they were created. Dates are `YYYY-MM-DD`, times are UTC. Amounts and shares are exact decimals with two places, as text. Text that was not given yet is empty, a date that was not given yet is null. A trailing slash is accepted everywhere, parameters that no one knows are ignored, fields that no one knows are refused.",
  },
  {
    id: "retries",
    title: "Retries and idempotency",
    text: "Send an `Idempotency-Key` of your own with a POST. When the answer gets lost, send the same request again: the first answer is kept for 24 hours and given again with `Idempotent-Replayed: true`, and nothing is made twice. Every answer carries a `Request-Id`; a 503 says in `Retry-After` how many seconds to wait.",
  },
  {
    id: "limits",
    title: "Rate limits",
    text: "A key may send 3,000 requests a minute, unless the operator allows another number. Every answer says in `RateLimit` how many are left and in how many seconds the minute ends, and in `RateLimit-Policy` what is allowed; a request beyond that is answered 429, with `Retry-After`, and nothing is done. A network from which 600 wrong keys or links come in a minute waits for the rest of it; a key that was seen to be right goes on. Bodies have 40 seconds to come.",
  },
  {
    id: "event-types",
    title: "Types of events",
    text: [
      "A subscription names one type, and the event carries it as `event_type`. `user` is whoever did it: a client, or staff, also when they act for a client.",
      ...subscribableTypes.map((type) => `\`${type}\`: ${eventMeanings[type]}.`),
    ].join("\n\n"),
  },
  {
    id: "receiving-webhooks",
    title: "Receiving webhooks",
    text: "The body is the event as `GET /v1/events/{event_id}` gives it, plus `occurred_at`, and the same over all tries. It holds no personal data: read what you need with a key. Verify `webhook-signature` with any library for Standard Webhooks 1.0 and the secret of the subscription; `webhook-id` is the event's id, so that you can leave out what you have seen. Answer with 2xx within 15 seconds. Otherwise the delivery is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (±20 %), later where `Retry-After` says so. Redirects are failures; 410 ends the subscription.",
  },
]
