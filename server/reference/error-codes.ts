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
    meaning: "The database is temporarily unavailable. Wait as long as `Retry-After` says.",
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

/** What only the pages of the portal and the console meet, which say it in words of their own. */
export const pageErrors: readonly ErrorCode[] = [
  {
    code: "file_refused",
    status: 400,
    meaning: "An uploaded file is empty, broken, or not what its name says.",
  },
  {
    code: "no_session",
    status: 401,
    meaning: "No one is signed in in this browser, or the session has ended.",
  },
  { code: "admin_only", status: 403, meaning: "The page is for the firm's admins." },
  {
    code: "author_only",
    status: 403,
    meaning: "The page is for those who write the firm's questionnaires and templates.",
  },
  { code: "read_only", status: 403, meaning: "The account reads, and changes nothing." },
  { code: "assignee_only", status: 403, meaning: "The assignee and the admins say who may see the matter." },
  {
    code: "single_sign_on_required",
    status: 403,
    meaning: "Staff sign in through their identity provider alone.",
  },
  { code: "cross_site", status: 403, meaning: "Another website made the browser send this; it was refused." },
  {
    code: "second_factor_required",
    status: 403,
    meaning: "The firm requires two-factor authentication, which is not set up yet.",
  },
  { code: "unknown_invitation", status: 404, meaning: "No invitation has this key." },
  { code: "no_app", status: 409, meaning: "The client has no authenticator app anymore." },
  {
    code: "no_passwords",
    status: 409,
    meaning: "Staff sign in with the identity provider only: there is no password.",
  },
  { code: "no_passkeys", status: 409, meaning: "The client has no passkeys anymore." },
  { code: "passkey_known", status: 409, meaning: "The passkey is in the list already, or the list is full." },
  { code: "not_linked", status: 409, meaning: "No account of the identity provider is linked anymore." },
  {
    code: "unknown_identity",
    status: 403,
    meaning: "No member of staff has the verified address of this account of the identity provider.",
  },
  {
    code: "sign_in_refused",
    status: 403,
    meaning: "The sign-in at the identity provider was not completed.",
  },
  { code: "identity_provider_unavailable", status: 503, meaning: "The identity provider does not answer." },
  {
    code: "sign_in_changed",
    status: 409,
    meaning: "How the person signs in was changed while the form was open. Load the page again.",
  },
  { code: "already_assigned", status: 409, meaning: "A colleague was assigned while the page was open." },
  { code: "already_closed", status: 409, meaning: "The matter is closed already." },
  { code: "already_completed", status: 409, meaning: "The matter is completed already." },
  { code: "already_held", status: 409, meaning: "The matter is on legal hold already." },
  { code: "agreement_changed", status: 409, meaning: "The text to sign has changed since it was shown." },
  {
    code: "already_started",
    status: 409,
    meaning: "The invited person has started and has an address of their own.",
  },
  {
    code: "already_invited",
    status: 409,
    meaning: "The person has an invitation; send, change or renew that.",
  },
  { code: "already_open", status: 409, meaning: "The client may already edit the matter." },
  { code: "already_revoked", status: 409, meaning: "The key was revoked before." },
  { code: "already_sent", status: 409, meaning: "The email was sent in the meantime." },
  { code: "contact_is_client", status: 409, meaning: "A matter cannot be without this person." },
  { code: "contact_serves", status: 409, meaning: "The person is still named in a role, asset or answer." },
  {
    code: "correction_over",
    status: 409,
    meaning: "What the client was asked is resolved or withdrawn already.",
  },
  { code: "deactivated", status: 409, meaning: "The account is deactivated; reactivate it first." },
  { code: "delivery_under_way", status: 409, meaning: "The delivery is being sent right now." },
  {
    code: "document_submitted",
    status: 409,
    meaning: "The file was part of what was submitted, so it stays.",
  },
  { code: "draft_changed", status: 409, meaning: "Someone else saved the draft in the meantime." },
  { code: "email_taken", status: 409, meaning: "The address belongs to a member of staff already." },
  { code: "endpoint_disabled", status: 409, meaning: "The webhook endpoint is disabled; resume it first." },
  { code: "endpoint_paused", status: 409, meaning: "The webhook endpoint is paused; resume it first." },
  {
    code: "inquiry_decided",
    status: 409,
    meaning: "A colleague has accepted or declined the inquiry meanwhile.",
  },
  {
    code: "invitation_expired",
    status: 409,
    meaning: "The link was not used in time; the firm can send a new one.",
  },
  { code: "invitation_revoked", status: 409, meaning: "The invitation was revoked; the firm can renew it." },
  { code: "last_admin", status: 409, meaning: "The firm would be left without an admin." },
  { code: "matter_closed", status: 409, meaning: "The matter is closed; reopen it first." },
  { code: "matter_held", status: 409, meaning: "The matter is on legal hold; release it first." },
  { code: "matter_open", status: 409, meaning: "The matter is open; close it first." },
  { code: "matter_read_only", status: 409, meaning: "The matter can be read but no longer changed." },
  { code: "no_address", status: 409, meaning: "The invitation has no email address to be sent to." },
  { code: "nobody_reminded", status: 409, meaning: "No client could be reminded; the page says why." },
  { code: "not_asked", status: 409, meaning: "The client was not asked yet; take it off the list instead." },
  { code: "not_closed", status: 409, meaning: "The matter is not closed." },
  { code: "not_held", status: 409, meaning: "The matter is not on legal hold." },
  { code: "not_restorable", status: 409, meaning: "The matter can no longer be restored." },
  { code: "not_removable", status: 409, meaning: "The matter was restored, or is being removed already." },
  { code: "id_taken", status: 409, meaning: "Another record has this id already." },
  { code: "not_started", status: 409, meaning: "The client has not begun yet." },
  { code: "nothing_collected", status: 409, meaning: "There is nothing on the list to ask about." },
  { code: "one_file_only", status: 409, meaning: "One file is asked for, and there is one; replace that." },
  { code: "partner_exists", status: 409, meaning: "The matter has a spouse or partner already." },
  { code: "partner_invited", status: 409, meaning: "The partner has an invitation, which comes first." },
  { code: "short_name_taken", status: 409, meaning: "Another questionnaire has this short name." },
  {
    code: "upload_moved",
    status: 409,
    meaning: "The upload in pieces has come to another place, or is gone; ask how far it has come.",
  },
  {
    code: "import_over",
    status: 409,
    meaning: "The matters of this upload were created already, or undone, or the upload has expired.",
  },
  { code: "import_faulty", status: 409, meaning: "The file has faults; each is named by row and column." },
  { code: "text_removed", status: 409, meaning: "The text of the email was removed for its age." },
  {
    code: "version_not_later",
    status: 409,
    meaning: "The matter is on this version, or a later one, already.",
  },
  {
    code: "precondition_failed",
    status: 412,
    meaning: "A file is not what the request's conditions, such as `If-Match`, ask for.",
  },
  { code: "range_not_satisfiable", status: 416, meaning: "A file ends before the range that was asked for." },
  { code: "file_too_large", status: 413, meaning: "An uploaded file is larger than 100 MB." },
  {
    code: "matter_storage_full",
    status: 422,
    meaning: "The files of the matter have come to what a matter may store.",
  },
  {
    code: "firm_storage_full",
    status: 422,
    meaning: "The files of the firm have come to what a firm may store.",
  },
  {
    code: "too_many_uploads",
    status: 422,
    meaning: "The unfinished uploads of this matter could come to more than 2 GB. Finish or cancel some.",
  },
  { code: "draft_faulty", status: 422, meaning: "The draft has faults; mend them, then publish." },
  { code: "draft_unchanged", status: 422, meaning: "The draft says what the published version says." },
  { code: "incomplete", status: 422, meaning: "Something that is required is missing; the page lists it." },
  {
    code: "too_many_attempts",
    status: 429,
    meaning: "Too many attempts to sign in, from one network or for one address; see `Retry-After`.",
  },
  {
    code: "too_busy",
    status: 503,
    meaning: "Too many people are signing in at this moment; see `Retry-After`.",
  },
  {
    code: "scanner_unavailable",
    status: 503,
    meaning: "Files cannot be checked for viruses right now, so none is taken. Try again shortly.",
  },
]
