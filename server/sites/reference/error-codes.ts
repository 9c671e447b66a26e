// Every error code; a response's `type` links to its line on the reference page. A test compares them with the code.

export interface ErrorCode {
  code: string
  status: number
  meaning: string
}

/** What each code means, by status. */
const meanings: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  400: {
    bad_request: "The request has faults; `errors` lists each with its remedy.",
    incomplete_body: "The body is shorter or longer than `Content-Length` says. Send the complete body.",
    file_refused: "The file is not accepted; `errors` says why, and what helps.",
  },
  401: {
    not_authenticated: "The key is missing, malformed, unknown, expired or revoked.",
  },
  403: {
    scope_missing: "The key is valid but lacks a scope. Create one with the scope that the response names.",
    firm_suspended: "The firm of this key is suspended. Ask the administrator of this service.",
    link_expired:
      "The download link is older than ten minutes. Request the document again to get a new link.",
  },
  404: {
    not_found: "Your firm has no such record, there is nothing at this URL, or the page is past the end.",
  },
  405: {
    method_not_allowed: "The URL does not support this method; `Allow` lists those it supports.",
  },
  408: {
    request_timeout: "The request took too long to arrive. Send it again.",
  },
  409: {
    request_in_progress: "A request with the same idempotency key is still running. Try again shortly.",
    too_many_subscriptions:
      "Your firm has 100 webhook subscriptions. List them, and remove what is not used.",
    matter_closed: "The matter is closed. Reopen it first.",
    no_address: "The invitation has no email address. Staff can add one; or give the invitee the link.",
    invitation_revoked: "The invitation was revoked. Create a new link for it first.",
    invitation_paused: "Its link opens nothing until someone says whether the spouse or partner takes part.",
    already_invited: "Another invitation of the same party works. Revoke it first.",
    no_longer_party: "Whom the invitation was for no longer takes part. Invite whoever does now.",
    no_part_left: "A client asked this helper for parts, and all of them are over. The client can ask again.",
    not_started: "The client has not started yet, so there is nothing to correct.",
    client_started: "The client has started, so nothing can be prefilled anymore.",
    correction_over: "The correction has been resolved, so it cannot be withdrawn.",
    document_replaced: "The client has sent another file in place of this one. Read the list again.",
    document_received: "A file has come for this request, so it cannot be withdrawn.",
    not_editable: "The client cannot add documents now. Reopen the matter for the client first.",
    too_many_requests: "A matter takes at most 100 documents besides its questionnaire’s.",
    too_many_sets: "A firm keeps at most 200 document sets. Delete one first.",
    document_returned: "The file is returned already.",
    one_file_only: "The request takes one file and has one.",
    upload_moved: "The piece does not begin where the upload ends. Read the upload, and go on there.",
    upload_finished: "The file has arrived and is a document, which stays.",
    not_a_test:
      "The matter belongs to a real firm, whose clients submit it themselves. Use a key of a test firm.",
    already_submitted: "The test matter was submitted. Change it to submit it again.",
    not_submitted: "The test matter was not submitted yet. Submit it first.",
    matter_read_only:
      "The client can't edit the matter, which is completed or closed. Reopen it for the client first.",
    endpoint_disabled: "The subscription is disabled. Change its state to active first.",
    endpoint_paused: "The subscription is paused. Change its state to active, which sends what waits.",
    delivery_under_way: "The delivery is being sent right now. Wait for its outcome.",
  },
  412: {
    precondition_failed:
      "The record has changed since you read it, so `If-Match` names another state. Read it again.",
  },
  413: {
    body_too_large: "The body is larger than 1 MB. Send a smaller one.",
    file_too_large: "The file is larger than 100 MB.",
    upload_too_long: "The upload was created for fewer bytes. Create another one.",
  },
  415: {
    unsupported_media_type:
      "The body is not sent as `application/json` or, for a page's form, as a form; or it is compressed.",
  },
  417: {
    expectation_failed: "The header `Expect` asks for something other than `100-continue`. Leave it out.",
  },
  422: {
    incomplete: "A test matter could not be filled in completely; `errors` lists what is missing.",
    idempotency_key_reused: "The idempotency key was used with another request. Use a new one.",
    checksum_mismatch: "What arrived is not the file whose SHA-256 you gave. Nothing was added.",
    too_many_uploads: "The matter’s unfinished uploads add up to more than 2 GB. Finish or cancel some.",
    matter_storage_full: "The matter has no room for this file.",
    firm_storage_full: "The firm has no room for more files.",
  },
  429: {
    rate_limited: "The key exceeded its requests per minute. Wait as long as `Retry-After` says.",
    too_many_failures:
      "Too many wrong keys or links came from your network. Wait as long as `Retry-After` says.",
  },
  431: {
    headers_too_large: "The headers and the URL together are larger than 16 kB.",
  },
  500: {
    internal_error: "An error on our side. Nothing was changed. Quote the request id when you report it.",
    file_damaged:
      "A stored file is missing or damaged, so it cannot be downloaded. Retrying does not help; the operator of the service can see the problem.",
    audit_log_damaged:
      "The firm's audit log is damaged, so actions that it must record are not possible. Retrying does not help; the operator of the service can locate the damage.",
  },
  503: {
    database_unavailable:
      "The database is temporarily unavailable, or another request was changing the same records. Wait as long as `Retry-After` says.",
    took_too_long:
      "The request took longer than a request may, so it was stopped; nothing was changed. Wait as long as `Retry-After` says. If it happens again, ask for less at once.",
    files_unavailable: "The file store is not responding. Wait as long as `Retry-After` says.",
    scanner_unavailable:
      "Files cannot be checked for viruses right now, so none is added. Wait as long as `Retry-After` says.",
    server_ending: "Only from `/health/ready`: this server is shutting down. Use another server.",
  },
  507: {
    storage_full:
      "The storage is full. Nothing was changed; the administrator of this service must free up space.",
  },
}

/** Errors that API clients get, by status. */
export const apiErrors: readonly ErrorCode[] = Object.entries(meanings).flatMap(([status, codes]) =>
  Object.entries(codes).map(([code, meaning]) => ({ code, status: Number(status), meaning })),
)
