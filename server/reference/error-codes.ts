// Every code an error can carry: an answer's `type` leads to its line on the page. A test compares them with the code. It is
// a table, and so long.

export interface ErrorCode {
  code: string
  status: number
  meaning: string
}

/** What the firm's own software meets, in the order of the status. */
export const apiErrors: readonly ErrorCode[] = [
  {
    code: "bad_request",
    status: 400,
    meaning: "The request has faults; `errors` names each, with its remedy.",
  },
  {
    code: "incomplete_body",
    status: 400,
    meaning: "The body's length is not what `Content-Length` says. Send the whole body.",
  },
  {
    code: "not_authenticated",
    status: 401,
    meaning: "The key is missing, malformed, unknown, expired or revoked.",
  },
  {
    code: "scope_missing",
    status: 403,
    meaning: "The key is live but may not do this. Make one with the scope that the answer names.",
  },
  {
    code: "firm_suspended",
    status: 403,
    meaning: "The firm of this key is suspended. Ask the administrator of this service.",
  },
  {
    code: "link_expired",
    status: 403,
    meaning: "The download link is older than ten minutes. Ask for the document again to get a new one.",
  },
  {
    code: "not_found",
    status: 404,
    meaning: "No such record in your firm, or nothing at this address, or a page past the end.",
  },
  {
    code: "method_not_allowed",
    status: 405,
    meaning: "The address exists but not with this method; `Allow` lists those it has.",
  },
  { code: "request_timeout", status: 408, meaning: "The request took too long to come. Send it again." },
  {
    code: "request_in_progress",
    status: 409,
    meaning: "A request with the same idempotency key is still running. Ask again in a moment.",
  },
  { code: "body_too_large", status: 413, meaning: "The body is larger than 1 MB. Send less." },
  {
    code: "unsupported_media_type",
    status: 415,
    meaning: "The body is not sent as `application/json`, or a form of a page not as a form.",
  },
  {
    code: "idempotency_key_reused",
    status: 422,
    meaning: "The idempotency key came with another request before. Take a fresh one.",
  },
  {
    code: "rate_limited",
    status: 429,
    meaning: "The key sent more requests than it may in a minute. Wait as long as `Retry-After` says.",
  },
  {
    code: "too_many_failures",
    status: 429,
    meaning: "Too many wrong keys or links came from your network. Wait as long as `Retry-After` says.",
  },
  { code: "headers_too_large", status: 431, meaning: "Headers and address are larger than 16 kB together." },
  {
    code: "internal_error",
    status: 500,
    meaning: "Our fault. Nothing was changed; quote the request id.",
  },
  {
    code: "file_damaged",
    status: 500,
    meaning:
      "A stored file is missing or damaged, so a download cannot be given. Asking again does not help; the people who run the service can see it.",
  },
  {
    code: "audit_log_damaged",
    status: 500,
    meaning:
      "The firm's audit log does not fit together, so nothing that it has to record can be done. Asking again does not help; the people who run the service can find the place.",
  },
  {
    code: "database_unavailable",
    status: 503,
    meaning:
      "The database is temporarily unavailable, or somebody else was changing the same records. Wait as long as `Retry-After` says.",
  },
  {
    code: "storage_full",
    status: 507,
    meaning:
      "There is no room left to store anything. Nothing was changed; the administrator of this service must free space.",
  },
  {
    code: "files_unavailable",
    status: 503,
    meaning: "The file store does not answer. Wait as long as `Retry-After` says.",
  },
  {
    code: "server_ending",
    status: 503,
    meaning: "Only of `/health/ready`: this server is about to end. Others, or its successor, answer.",
  },
]
