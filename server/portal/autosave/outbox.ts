import type { FieldsSent } from "./wire.ts"

/**
 * What was typed and is not on the server yet. It survives reloads, lost connections, ended sessions and restarts;
 * answers that are kept hidden stay in memory only.
 */
export interface Entry {
  controls: Record<string, readonly string[]>
  seen: number
  /** Counts what was typed: an answer that comes back settles only what it was sent for. */
  typed: number
  /** It cannot be understood as it stands; sent again once it changes. */
  is_faulty?: boolean
  /** Somebody else changed it; sent again once the client has chosen. */
  is_disputed?: boolean
}

type Entries = Record<string, Entry>
type Pages = Record<string, Entries>

const prefix = "foyer.outbox."

export class Outbox {
  private readonly secrets: Pages = {}

  constructor(private readonly user_id: string) {}

  put(page: string, field: string, entry: Entry, isSecret: boolean): void {
    if (isSecret) this.secrets[page] = { ...this.secrets[page], [field]: entry }
    else this.write((pages) => ({ ...pages, [page]: { ...tried(pages[page]), [field]: entry } }))
  }

  /** Everything kept for a page. */
  of(page: string): Entries {
    return { ...this.read()[page], ...this.secrets[page] }
  }

  /** Pages with something to send. */
  waiting(): string[] {
    const pages = new Set([...Object.keys(this.read()), ...Object.keys(this.secrets)])
    return [...pages].filter((page) => Object.values(this.of(page)).some(isSendable))
  }

  /** What to send for a page. */
  letter(page: string): { letter: FieldsSent; typed: Record<string, number> } {
    const entries = Object.entries(this.of(page)).filter(([, entry]) => isSendable(entry))
    return {
      letter: {
        page,
        controls: Object.assign({}, ...entries.map(([, { controls }]) => controls)),
        seen: Object.fromEntries(entries.map(([field, { seen }]) => [field, seen])),
      },
      typed: Object.fromEntries(entries.map(([field, { typed }]) => [field, typed])),
    }
  }

  /** Changes an entry, or removes it where `change` returns nothing. */
  update(page: string, field: string, change: (entry: Entry) => Entry | undefined): void {
    const settle = (entries: Entries = {}): Entries => {
      const { [field]: entry, ...rest } = entries
      const next = entry && change(entry)
      return next ? { ...rest, [field]: next } : rest
    }
    if (this.secrets[page]?.[field]) this.secrets[page] = settle(this.secrets[page])
    else this.write((pages) => ({ ...pages, [page]: settle(pages[page]) }))
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

/** What could not be stored is sent once more with the next change: it may have been at odds with just that. */
function tried(entries: Entries = {}): Entries {
  return Object.fromEntries(
    Object.entries(entries).map(([field, { is_faulty: _, ...entry }]) => [field, entry]),
  )
}

function isSendable({ is_faulty, is_disputed }: Entry): boolean {
  return !is_faulty && !is_disputed
}
