// The headers of the API's responses, for the OpenAPI document.

export const example_request_id = "6f0d8f7e-3a53-4d0f-9d0c-6a5a3a0b7c11"
export const example_tag = 'W/"l3vMrqpMvVhJ1rUZ8a0b2A"'

export const headers = {
  "Request-Id": {
    description: "Names this request in the logs. Quote it when you ask for help.",
    schema: { type: "string" },
    example: example_request_id,
  },
  "RateLimit-Policy": {
    description:
      "The limits that count here: `q` requests in a window of `w` seconds; absent where there are none. `key` counts your requests; `network`, wrong keys from your network until yours was seen.",
    schema: { type: "string" },
    example: '"key";q=3000;w=60',
  },
  RateLimit: {
    description: "What is left of each: `r` requests, until the window ends in `t` seconds.",
    schema: { type: "string" },
    example: '"key";r=2998;t=41',
  },
  "Foyer-Ignored-Parameters": {
    description:
      "The query parameters that the request names and this address does not have, where there are any: a list of strings (RFC 9651), percent-encoded. With `Prefer: handling=strict`, they are a 400 instead.",
    schema: { type: "string" },
    example: '"is_submited"',
  },
  "Preference-Applied": {
    description: "`handling=strict` or `handling=lenient`, where the request prefers it (RFC 7240).",
    schema: { type: "string" },
    example: "handling=strict",
  },
  ETag: {
    description: "Names this state of the response. Send it back in `If-None-Match`.",
    schema: { type: "string" },
    example: example_tag,
  },
  "Cache-Control": {
    description:
      "`private, no-cache`: only you may keep the response, and ask before using it again. `no-store` where it holds sensitive answers, links to files, or is a file.",
    schema: { type: "string" },
    example: "private, no-cache",
  },
  "Content-Disposition": {
    description: "The name to save the file under (RFC 6266).",
    schema: { type: "string" },
    example: 'attachment; filename="Smith, Ada and Ben 2026-03-02 file memo.pdf"',
  },
  "Retry-After": {
    description:
      "Seconds to wait before asking again. A 409 has it while another request with the same idempotency key is running.",
    schema: { type: "integer", minimum: 1 },
    example: 2,
  },
  "WWW-Authenticate": {
    description: "The scheme that the `Authorization` header has to use.",
    schema: { type: "string" },
    example: "Token",
  },
  "Idempotent-Replayed": {
    description: "`true` where this is the first response again; the request was not done a second time.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
}
