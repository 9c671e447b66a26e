import type { FieldsSent } from "./wire.ts"

/**
 * What was typed and is not on the server yet. It survives reloads, lost connections, ended sessions and restarts;
 * answers that are kept hidden stay in memory only.
 */
export interface Entry {
  controls: Controls
  seen: number
  /** Counts what was typed: an answer that comes back settles only what it was sent for. */
  typed: number
  /** It cannot be understood as it stands; sent again once the page changes. */
  is_faulty?: boolean
  /** The server would not even look at it; sent again once it changes itself. */
  is_refused?: boolean
  /** Why it is not saved, in words. */
  why?: string
  /** Somebody else changed it; sent again once the client has chosen. */
  is_conflicting?: boolean
  /** Half-way: the focus has not left the answer it is a part of. */
  is_open?: boolean
  /** The form with it was sent as well. */
  is_posted?: boolean
  /** What was sent before and had no answer: it may have been saved. */
  unanswered?: Controls[]
}

type Controls = Record<string, readonly string[]>
export type Entries = Record<string, Entry>
type Pages = Record<string, Entries>

const prefix = "foyer.outbox."
const max_unanswered = 5

export class PendingChanges {
  private readonly secrets: Pages = {}

  constructor(private readonly user_id: string) {}

  put(page: string, field: string, entry: Entry, isSecret: boolean): void {
    const earlier = this.of(page)[field]?.unanswered
    const next = earlier ? { ...entry, unanswered: earlier } : entry
    if (isSecret) this.secrets[page] = { ...this.secrets[page], [field]: next }
    else this.write((pages) => ({ ...pages, [page]: { ...refused(pages[page]), [field]: next } }))
  }

  /** Everything kept for a page. */
  of(page: string): Entries {
    return { ...this.read()[page], ...this.secrets[page] }
  }

  /** Fields of a page that an earlier answer found fault with, and the fault in words. */
  faultsOf(page: string): [field: string, why: string][] {
    return Object.entries(this.of(page)).flatMap(([field, { why, is_faulty, is_refused }]) =>
      why && (is_faulty || is_refused) ? [[field, why]] : [],
    )
  }

  /** Pages with something kept. */
  pages(): string[] {
    return [...new Set([...Object.keys(this.read()), ...Object.keys(this.secrets)])]
  }

  /** Pages with something to send. */
  waiting(): string[] {
    return this.pages().filter((page) => Object.values(this.of(page)).some(isSendable))
  }

  /** What to send for a page, of all its fields or of one. */
  payload(page: string, only?: string): { payload: FieldsSent; entries: Entries } {
    const entries = Object.entries(this.of(page)).filter(
      ([field, entry]) => isSendable(entry) && (only === undefined || field === only),
    )
    const unanswered = entries.flatMap(([field, entry]) =>
      entry.unanswered ? [[field, entry.unanswered] as const] : [],
    )
    return {
      payload: {
        page,
        controls: Object.assign({}, ...entries.map(([, { controls }]) => controls)),
        seen: Object.fromEntries(entries.map(([field, { seen }]) => [field, seen])),
        ...(unanswered.length > 0 && { unanswered: Object.fromEntries(unanswered) }),
      },
      entries: Object.fromEntries(entries),
    }
  }

  /** Changes an entry, or removes it where `change` returns nothing. */
  update(page: string, field: string, change: (entry: Entry) => Entry | undefined): void {
    const finish = (entries: Entries = {}): Entries => {
      const { [field]: entry, ...rest } = entries
      const next = entry && change(entry)
      return next ? { ...rest, [field]: next } : rest
    }
    if (this.secrets[page]?.[field]) this.secrets[page] = finish(this.secrets[page])
    else this.write((pages) => ({ ...pages, [page]: finish(pages[page]) }))
  }

  updateAll(page: string, change: (entry: Entry) => Entry | undefined): void {
    for (const field of Object.keys(this.of(page))) this.update(page, field, change)
  }

  drop(page: string): void {
    delete this.secrets[page]
    this.write(({ [page]: _, ...rest }) => rest)
  }

  /** Signing out leaves nothing on the device. */
  static clear(): void {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  }

  private read(): Pages {
    try {
      return JSON.parse(localStorage.getItem(prefix + this.user_id) ?? "{}") as Pages
    } catch {
      return {}
    }
  }

  // Read and written in one go: other tabs write to the same place.
  private write(change: (pages: Pages) => Pages): void {
    const pages = Object.fromEntries(
      Object.entries(change(this.read())).filter(([, entries]) => Object.keys(entries).length > 0),
    )
    try {
      if (Object.keys(pages).length === 0) localStorage.removeItem(prefix + this.user_id)
      else localStorage.setItem(prefix + this.user_id, JSON.stringify(pages))
    } catch {
      // A browser that keeps nothing still saves what is typed, as long as the page stays open.
      for (const [page, entries] of Object.entries(pages))
        this.secrets[page] = { ...entries, ...this.secrets[page] }
    }
  }
}

/** The entry once what it holds was sent and nothing was heard of it. */
export function unansweredOf(entry: Entry, controls: Controls): Entry {
  const earlier = entry.unanswered ?? []
  const isKnown = earlier.some((each) => JSON.stringify(each) === JSON.stringify(controls))
  return isKnown ? entry : { ...entry, unanswered: [...earlier, controls].slice(-max_unanswered) }
}

/** What could not be stored is sent once more with the next change: it may have been at odds with just that. */
function refused(entries: Entries = {}): Entries {
  return Object.fromEntries(
    Object.entries(entries).map(([field, { is_faulty: _, ...entry }]) => [field, entry]),
  )
}

function isSendable({ is_faulty, is_refused, is_conflicting, is_open }: Entry): boolean {
  return !is_faulty && !is_refused && !is_conflicting && !is_open
}
