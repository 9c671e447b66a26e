import { ownerField } from "../../../firm/access/owner-field.ts"
import { findProblem } from "../../ui/own-response.ts"
import { ownerOfPage } from "./page-owner.ts"
import { type Entries, type PendingChanges, withUnanswered } from "./pending-changes.ts"
import type { FieldsSaved, FieldsSent } from "./wire.ts"

export type SendResult =
  | {
      kind: "saved"
      result: FieldsSaved
      payload: FieldsSent
      /** Something between this device and the server refused at least one field, which stays pending. */
      is_blocked?: boolean
    }
  /** No connection, no response in time, a server error, or too many requests: worth retrying. */
  | { kind: "unreachable"; is_busy?: boolean }
  | { kind: "signed_out" }
  /** The matter, or the page, can no longer be changed. `entries` are the changes that were dropped. */
  | { kind: "read_only" | "gone"; entries: Entries }

/** Allows for a slow connection; a dead one is dropped so that the retry opens another. */
const timeout_ms = 8_000

const nothing = (): FieldsSaved => ({ saved: {}, faults: {}, conflicts: {} })

/**
 * Posts a page's pending changes to `url` and applies the response to `pending`. If the server refuses the request, or
 * something on the way does, posts each field alone, so that one field does not block the others: one that the server
 * refuses is marked with `refusal`; one that is blocked on the way stays pending.
 */
export async function sendPage(
  pending: PendingChanges,
  page: string,
  url: string,
  refusal: string,
): Promise<SendResult> {
  const { payload, entries } = pending.payload(page)
  const fields = Object.keys(entries)
  const sent = await sendPayload(pending, payload, entries, url)
  if (sent.kind !== "refused" && sent.kind !== "blocked") return sent
  const [only] = fields
  if (fields.length === 1 && only !== undefined)
    return withoutField(pending, only, payload, sent.kind, refusal)
  const result = nothing()
  let is_blocked = false
  for (const field of fields) {
    const one = pending.payload(page, field)
    const alone = await sendPayload(pending, one.payload, one.entries, url)
    const outcome =
      alone.kind === "refused" || alone.kind === "blocked"
        ? withoutField(pending, field, one.payload, alone.kind, refusal)
        : alone
    if (outcome.kind !== "saved") return outcome
    is_blocked ||= outcome.is_blocked ?? false
    for (const part of ["saved", "faults", "conflicts"] as const)
      Object.assign(result[part], outcome.result[part])
  }
  return { kind: "saved", result, payload, is_blocked }
}

function withoutField(
  pending: PendingChanges,
  field: string,
  payload: FieldsSent,
  kind: "refused" | "blocked",
  why: string,
): SendResult {
  if (kind === "blocked") return { kind: "saved", result: nothing(), payload, is_blocked: true }
  pending.update(payload.page, field, (entry) => ({ ...entry, is_refused: true, why }))
  return { kind: "saved", result: { ...nothing(), faults: { [field]: why } }, payload }
}

/** Changes are dropped only on the server's own word: see `web/ui/own-response.ts`. */
async function sendPayload(
  pending: PendingChanges,
  payload: FieldsSent,
  entries: Entries,
  url: string,
): Promise<SendResult | { kind: "refused" } | { kind: "blocked" }> {
  const { page } = payload
  const response = await post(url, payload)
  const drop = (kind: "read_only" | "gone"): SendResult => {
    const dropped = pending.of(page)
    pending.drop(page)
    return { kind, entries: dropped }
  }
  const result = response && savedIn(response, Object.keys(entries))
  if (!response || !result) {
    const problem = response && findProblem(response)
    switch (problem?.code) {
      case "no_session":
        return { kind: "signed_out" }
      case "matter_read_only":
        return drop("read_only")
      case "not_found":
        return drop("gone")
      case "bad_request":
      case "body_too_large":
        return { kind: "refused" }
      default:
        for (const [field, sent] of Object.entries(entries))
          pending.update(page, field, (entry) => withUnanswered(entry, sent.controls))
        // 408, 425 and 429 ask to wait and send again, whoever says so.
        if (response && [408, 425, 429].includes(response.status))
          return { kind: "unreachable", is_busy: true }
        return response && !problem && response.status < 500 ? { kind: "blocked" } : { kind: "unreachable" }
    }
  }
  for (const [field, sent] of Object.entries(entries)) {
    pending.update(page, field, ({ unanswered: _, ...entry }) => {
      const isSame = entry.typed === sent.typed
      const revision = result.saved[field]
      if (revision !== undefined) return isSame ? undefined : { ...entry, seen: revision }
      if (!isSame) return entry
      if (field in result.conflicts) return { ...entry, is_conflicting: true }
      return { ...entry, is_faulty: true, why: result.faults[field] }
    })
  }
  return { kind: "saved", result, payload }
}

/** Has the server check entries without saving them; undefined if it did not answer. */
export async function checkEntries(url: string, sent: FieldsSent): Promise<FieldsSaved | undefined> {
  const response = await post(url, { ...sent, is_check: true })
  return response && savedIn(response, Object.keys(sent.seen))
}

/** The Fetch standard limits keepalive bodies to 64 KiB; a character takes up to three bytes, or six when escaped. */
const max_keepalive_characters = 10_000

/** A response with its text, because the connection may drop before the text arrives; undefined after a timeout. */
async function post(url: string, payload: FieldsSent) {
  const body = JSON.stringify({ ...payload, [ownerField]: ownerOfPage() })
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeout_ms)
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      keepalive: body.length <= max_keepalive_characters,
      // Our server never redirects this request.
      redirect: "manual",
      signal: controller.signal,
    })
    const content_type = response.headers.get("Content-Type")
    return { status: response.status, content_type, text: await response.text() }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The server's result. It accounts for every field sent; JSON from elsewhere that looks like it doesn't. */
function savedIn(
  { status, text }: { status: number; text: string },
  fields: readonly string[],
): FieldsSaved | undefined {
  if (status !== 200) return undefined
  try {
    const { saved, faults, conflicts, shown } = JSON.parse(text) as FieldsSaved
    const named = { ...conflicts, ...faults, ...saved }
    const isOurs = saved && faults && conflicts && fields.every((field) => Object.hasOwn(named, field))
    return isOurs ? { saved, faults, conflicts, ...(shown && { shown }) } : undefined
  } catch {
    return undefined
  }
}
