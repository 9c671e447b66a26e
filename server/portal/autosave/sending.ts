import type { Outbox } from "./outbox.ts"
import type { FieldsSaved } from "./wire.ts"

export type Sent =
  | { kind: "saved"; answer: FieldsSaved }
  /** No connection, or a server that is away: worth another try. */
  | { kind: "unreachable" }
  | { kind: "signed_out" }
  | { kind: "read_only" }
  /** The page is not there any more: nothing to save it to. */
  | { kind: "gone" }

/** Sends what waits for a page to `url` and settles it with the answer. */
export async function sendPage(outbox: Outbox, page: string, url: string): Promise<Sent> {
  const { letter, typed } = outbox.letter(page)
  const answer = await post(url, letter)
  if (answer === undefined || answer.status >= 500 || answer.status === 429) return { kind: "unreachable" }
  if (answer.status === 401) return { kind: "signed_out" }
  if (answer.status === 409 || answer.status === 403) {
    outbox.drop(page)
    return { kind: "read_only" }
  }
  if (!answer.ok) {
    outbox.drop(page)
    return { kind: "gone" }
  }
  const result = (await answer.json()) as FieldsSaved
  for (const [field, sent] of Object.entries(typed)) {
    outbox.update(page, field, (entry) => {
      const isSame = entry.typed === sent
      const revision = result.saved[field]
      if (revision !== undefined) return isSame ? undefined : { ...entry, seen: revision }
      if (!isSame) return entry
      return field in result.conflicts ? { ...entry, is_disputed: true } : { ...entry, is_faulty: true }
    })
  }
  return { kind: "saved", answer: result }
}

/** Browsers refuse more than 64 KiB of what may outlive its page; a character has up to three bytes, or six escaped. */
const most_outliving_characters = 10_000

async function post(url: string, letter: unknown): Promise<Response | undefined> {
  const body = JSON.stringify(letter)
  try {
    return await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      // Goes on when the page is left.
      keepalive: body.length <= most_outliving_characters,
    })
  } catch {
    return undefined
  }
}
