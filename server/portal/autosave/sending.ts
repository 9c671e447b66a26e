import { ownerField, ownerOfPage } from "./page-owner.ts"
import { type Entries, type PendingChanges, withUnanswered } from "./pending-changes.ts"
import type { FieldsSaved, FieldsSent } from "./wire.ts"

export type SendResult =
  | { kind: "saved"; result: FieldsSaved; payload: FieldsSent }
  /** No connection, no response in time, or a server error: worth retrying. */
  | { kind: "unreachable" }
  | { kind: "signed_out" }
  | { kind: "read_only" }
  /** The page no longer exists, so its changes cannot be saved. */
  | { kind: "gone" }

/** Allows for a slow connection; a dead one is dropped so that the retry opens another. */
const timeout_ms = 8_000

/**
 * Posts a page's pending changes to `url` and applies the response to `pending`. If the server refuses the request,
 * posts each field alone, so that a field it refuses (marked with `refusal`) does not block the others.
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
  if (sent.kind !== "refused") return sent
  const [only] = fields
  if (fields.length === 1 && only !== undefined) return refuse(pending, page, only, payload, refusal)
  const result: FieldsSaved = { saved: {}, faults: {}, conflicts: {} }
  for (const field of fields) {
    const one = pending.payload(page, field)
    const alone = await sendPayload(pending, one.payload, one.entries, url)
    const outcome = alone.kind === "refused" ? refuse(pending, page, field, one.payload, refusal) : alone
    if (outcome.kind !== "saved") return outcome
    for (const part of ["saved", "faults", "conflicts"] as const)
      Object.assign(result[part], outcome.result[part])
  }
  return { kind: "saved", result, payload }
}

function refuse(
  pending: PendingChanges,
  page: string,
  field: string,
  payload: FieldsSent,
  why: string,
): SendResult {
  pending.update(page, field, (entry) => ({ ...entry, is_refused: true, why }))
  return { kind: "saved", result: { saved: {}, faults: { [field]: why }, conflicts: {} }, payload }
}

async function sendPayload(
  pending: PendingChanges,
  payload: FieldsSent,
  entries: Entries,
  url: string,
): Promise<SendResult | { kind: "refused" }> {
  const { page } = payload
  const response = await post(url, payload)
  switch (response?.status) {
    case 200:
      break
    case 401:
      return { kind: "signed_out" }
    case 403:
    case 409:
      pending.drop(page)
      return { kind: "read_only" }
    case 404:
    case 410:
      pending.drop(page)
      return { kind: "gone" }
    case 400:
    case 413:
    case 422:
      return { kind: "refused" }
    default:
      for (const [field, sent] of Object.entries(entries))
        pending.update(page, field, (entry) => withUnanswered(entry, sent.controls))
      return { kind: "unreachable" }
  }
  const result = response?.body as FieldsSaved
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

/** The Fetch standard limits keepalive bodies to 64 KiB; a character takes up to three bytes, or six when escaped. */
const max_keepalive_characters = 10_000

/** The response with its body, because the connection may drop before the body arrives; undefined after a timeout. */
async function post(
  url: string,
  payload: FieldsSent,
): Promise<{ status: number; body: unknown } | undefined> {
  const body = JSON.stringify({ ...payload, [ownerField]: ownerOfPage() })
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeout_ms)
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      keepalive: body.length <= max_keepalive_characters,
      signal: controller.signal,
    })
    return { status: response.status, body: response.ok ? await response.json() : undefined }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
