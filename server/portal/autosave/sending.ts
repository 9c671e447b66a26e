import { ownerField, ownerOfPage } from "./page-owner.ts"
import { type Entries, type PendingChanges, unansweredOf } from "./pending-changes.ts"
import type { FieldsSaved, FieldsSent } from "./wire.ts"

export type Sent =
  | { kind: "saved"; answer: FieldsSaved; payload: FieldsSent }
  /** No connection, none that answers, or a server that is away: worth another try. */
  | { kind: "unreachable" }
  | { kind: "signed_out" }
  | { kind: "read_only" }
  /** The page is not there anymore: nothing to save it to. */
  | { kind: "gone" }

/** Long enough for a slow line; one that has died in silence is given up for another. */
const timeout_ms = 8_000

/**
 * Sends what waits for a page to `url` and settles it with the answer. Where the whole is refused, each field goes
 * by itself: the one at fault stays on the device, with `refusal` as its reason, and takes none of the others with it.
 */
export async function sendPage(
  pending: PendingChanges,
  page: string,
  url: string,
  refusal: string,
): Promise<Sent> {
  const { payload, entries } = pending.payload(page)
  const fields = Object.keys(entries)
  const sent = await sendPayload(pending, payload, entries, url)
  if (sent.kind !== "refused") return sent
  const [only] = fields
  if (fields.length === 1 && only !== undefined) return refuse(pending, page, only, payload, refusal)
  const whole: FieldsSaved = { saved: {}, faults: {}, conflicts: {} }
  for (const field of fields) {
    const one = pending.payload(page, field)
    const alone = await sendPayload(pending, one.payload, one.entries, url)
    const outcome = alone.kind === "refused" ? refuse(pending, page, field, one.payload, refusal) : alone
    if (outcome.kind !== "saved") return outcome
    for (const part of ["saved", "faults", "conflicts"] as const)
      Object.assign(whole[part], outcome.answer[part])
  }
  return { kind: "saved", answer: whole, payload }
}

function refuse(
  pending: PendingChanges,
  page: string,
  field: string,
  payload: FieldsSent,
  why: string,
): Sent {
  pending.update(page, field, (entry) => ({ ...entry, is_refused: true, why }))
  return { kind: "saved", answer: { saved: {}, faults: { [field]: why }, conflicts: {} }, payload }
}

async function sendPayload(
  pending: PendingChanges,
  payload: FieldsSent,
  entries: Entries,
  url: string,
): Promise<Sent | { kind: "refused" }> {
  const { page } = payload
  const answer = await post(url, payload)
  switch (answer?.status) {
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
        pending.update(page, field, (entry) => unansweredOf(entry, sent.controls))
      return { kind: "unreachable" }
  }
  const result = answer?.body as FieldsSaved
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
  return { kind: "saved", answer: result, payload }
}

/** Browsers refuse more than 64 KiB of what may outlive its page; a character has up to three bytes, or six escaped. */
const max_outliving_characters = 10_000

/** The answer with its body, which may die on its way as well; undefined where none came in time. */
async function post(
  url: string,
  payload: FieldsSent,
): Promise<{ status: number; body: unknown } | undefined> {
  const body = JSON.stringify({ ...payload, [ownerField]: ownerOfPage() })
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), timeout_ms)
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      // Goes on when the page is left.
      keepalive: body.length <= max_outliving_characters,
      signal: ending.signal,
    })
    return { status: answer.status, body: answer.ok ? await answer.json() : undefined }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
