// Every error code; a response's `type` links to its line on the reference page. A test compares them with the code.
// The file is long because it is a table.

export interface ErrorCode {
  code: string
  status: number
  meaning: string
}

/** Errors that API clients get, by status. */
export const apiErrors: readonly ErrorCode[] = [
  {
    code: "bad_request",
    status: 400,
    meaning: "The request has faults; `errors` lists each with its remedy.",
  },
  {
    code: "incomplete_body",
    status: 400,
    meaning: "The body is shorter or longer than `Content-Length` says. Send the complete body.",
  },
  {
    code: "file_refused",
    status: 400,
    meaning: "The file is not accepted; `errors` says why, and what helps.",
  },
  {
    code: "not_authenticated",
    status: 401,
    meaning: "The key is missing, malformed, unknown, expired or revoked.",
  },
  {
    code: "scope_missing",
    status: 403,
    meaning: "The key is valid but lacks a scope. Create one with the scope that the response names.",
  },
  {
    code: "firm_suspended",
    status: 403,
    meaning: "The firm of this key is suspended. Ask the administrator of this service.",
  },
  {
    code: "link_expired",
    status: 403,
    meaning: "The download link is older than ten minutes. Request the document again to get a new link.",
  },
  {
    code: "not_found",
    status: 404,
    meaning: "Your firm has no such record, there is nothing at this URL, or the page is past the end.",
  },
  {
    code: "method_not_allowed",
    status: 405,
    meaning: "The URL does not support this method; `Allow` lists those it supports.",
  },
  { code: "request_timeout", status: 408, meaning: "The request took too long to arrive. Send it again." },
  {
    code: "request_in_progress",
    status: 409,
    meaning: "A request with the same idempotency key is still running. Try again shortly.",
  },
  {
    code: "matter_closed",
    status: 409,
    meaning: "The matter is closed. Reopen it first.",
  },
  {
    code: "no_address",
    status: 409,
    meaning: "The invitation has no email address. Staff can add one; or give the invitee the link.",
  },
  {
    code: "invitation_revoked",
    status: 409,
    meaning: "The invitation was revoked. Create a new link for it first.",
  },
  {
    code: "already_invited",
    status: 409,
    meaning: "Another invitation of the same party works. Revoke it first.",
  },
  {
    code: "no_part_left",
    status: 409,
    meaning: "A client asked this helper for parts, and all of them are over. The client can ask again.",
  },
  {
    code: "not_started",
    status: 409,
    meaning: "The client has not started yet, so there is nothing to correct.",
  },
  {
    code: "client_started",
    status: 409,
    meaning: "The client has started, so nothing can be prefilled anymore.",
  },
  {
    code: "correction_over",
    status: 409,
    meaning: "The correction has been resolved, so it cannot be withdrawn.",
  },
  {
    code: "document_replaced",
    status: 409,
    meaning: "The client has sent another file in place of this one. Read the list again.",
  },
  {
    code: "document_received",
    status: 409,
    meaning: "A file has come for this request, so it cannot be withdrawn.",
  },
  {
    code: "not_editable",
    status: 409,
    meaning: "The client cannot add documents now. Reopen the matter for the client first.",
  },
  {
    code: "too_many_requests",
    status: 409,
    meaning: "A matter takes at most 100 documents besides its questionnaire’s.",
  },
  {
    code: "too_many_sets",
    status: 409,
    meaning: "A firm keeps at most 200 document sets. Delete one first.",
  },
  {
    code: "document_returned",
    status: 409,
    meaning: "The file is returned already.",
  },
  {
    code: "one_file_only",
    status: 409,
    meaning: "The request takes one file and has one.",
  },
  {
    code: "upload_moved",
    status: 409,
    meaning: "The piece does not begin where the upload ends. Read the upload, and go on there.",
  },
  {
    code: "upload_finished",
    status: 409,
    meaning: "The file has arrived and is a document, which stays.",
  },
  {
    code: "not_a_test",
    status: 409,
    meaning:
      "The matter belongs to a real firm, whose clients submit it themselves. Use a key of a test firm.",
  },
  {
    code: "already_submitted",
    status: 409,
    meaning: "The test matter was submitted. Change it to submit it again.",
  },
  {
    code: "not_submitted",
    status: 409,
    meaning: "The test matter was not submitted yet. Submit it first.",
  },
  {
    code: "matter_read_only",
    status: 409,
    meaning:
      "The client can't edit the matter, which is completed or closed. Reopen it for the client first.",
  },
  {
    code: "endpoint_disabled",
    status: 409,
    meaning: "The subscription is disabled. Change its state to active first.",
  },
  {
    code: "endpoint_paused",
    status: 409,
    meaning: "The subscription is paused. Change its state to active, which sends what waits.",
  },
  {
    code: "delivery_under_way",
    status: 409,
    meaning: "The delivery is being sent right now. Wait for its outcome.",
  },
  {
    code: "precondition_failed",
    status: 412,
    meaning: "The record has changed since you read it, so `If-Match` names another state. Read it again.",
  },
  { code: "body_too_large", status: 413, meaning: "The body is larger than 1 MB. Send a smaller one." },
  {
    code: "file_too_large",
    status: 413,
    meaning: "The file is larger than 100 MB.",
  },
  {
    code: "upload_too_long",
    status: 413,
    meaning: "The upload was created for fewer bytes. Create another one.",
  },
  {
    code: "unsupported_media_type",
    status: 415,
    meaning:
      "The body is not sent as `application/json` or, for a page's form, as a form; or it is compressed.",
  },
  {
    code: "expectation_failed",
    status: 417,
    meaning: "The header `Expect` asks for something other than `100-continue`. Leave it out.",
  },
  {
    code: "incomplete",
    status: 422,
    meaning: "A test matter could not be filled in completely; `errors` lists what is missing.",
  },
  {
    code: "idempotency_key_reused",
    status: 422,
    meaning: "The idempotency key was used with another request. Use a new one.",
  },
  {
    code: "checksum_mismatch",
    status: 422,
    meaning: "What arrived is not the file whose SHA-256 you gave. Nothing was added.",
  },
  {
    code: "too_many_uploads",
    status: 422,
    meaning: "The matter’s unfinished uploads add up to more than 2 GB. Finish or cancel some.",
  },
  {
    code: "matter_storage_full",
    status: 422,
    meaning: "The matter has no room for this file.",
  },
  {
    code: "firm_storage_full",
    status: 422,
    meaning: "The firm has no room for more files.",
  },
  {
    code: "rate_limited",
    status: 429,
    meaning: "The key exceeded its requests per minute. Wait as long as `Retry-After` says.",
  },
  {
    code: "too_many_failures",
    status: 429,
    meaning: "Too many wrong keys or links came from your network. Wait as long as `Retry-After` says.",
  },
  {
    code: "headers_too_large",
    status: 431,
    meaning: "The headers and the URL together are larger than 16 kB.",
  },
  {
    code: "internal_error",
    status: 500,
    meaning: "An error on our side. Nothing was changed. Quote the request id when you report it.",
  },
  {
    code: "file_damaged",
    status: 500,
    meaning:
      "A stored file is missing or damaged, so it cannot be downloaded. Retrying does not help; the operator of the service can see the problem.",
  },
  {
    code: "audit_log_damaged",
    status: 500,
    meaning:
      "The firm's audit log is damaged, so actions that it must record are not possible. Retrying does not help; the operator of the service can locate the damage.",
  },
  {
    code: "database_unavailable",
    status: 503,
    meaning:
      "The database is temporarily unavailable, or another request was changing the same records. Wait as long as `Retry-After` says.",
  },
  {
    code: "took_too_long",
    status: 503,
    meaning:
      "The request took longer than a request may, so it was stopped; nothing was changed. Wait as long as `Retry-After` says. If it happens again, ask for less at once.",
  },
  {
    code: "storage_full",
    status: 507,
    meaning:
      "The storage is full. Nothing was changed; the administrator of this service must free up space.",
  },
  {
    code: "files_unavailable",
    status: 503,
    meaning: "The file store is not responding. Wait as long as `Retry-After` says.",
  },
  {
    code: "scanner_unavailable",
    status: 503,
    meaning:
      "Files cannot be checked for viruses right now, so none is added. Wait as long as `Retry-After` says.",
  },
  {
    code: "server_ending",
    status: 503,
    meaning: "Only from `/health/ready`: this server is shutting down. Use another server.",
  },
]
