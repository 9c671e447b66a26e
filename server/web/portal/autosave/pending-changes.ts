import { prefix, readStored, store, storedKeys } from "./device-storage.ts"
import type { FieldsSent } from "./wire.ts"

/**
 * A change the client typed that the server has not saved yet. It survives reloads, lost connections, ended sessions
 * and restarts; sensitive answers stay in memory only.
 */
export interface Entry {
  controls: Controls
  /** The revision of the field when the client changed it. */
  seen: number
  /** Changes with every keystroke: a response resolves only the entry it was sent for. */
  typed: number
  /** The server could not parse it; sent again once anything on the page changes. */
  is_faulty?: boolean
  /** The server refused the request; sent again once this field changes. */
  is_refused?: boolean
  /** The sentence that says why it is not saved. */
  why?: string
  /** Another person or window changed the field; sent again once the client has chosen. */
  is_conflicting?: boolean
  /** The focus is still inside the group of controls that make up the answer. */
  is_open?: boolean
  /** The client submitted the form that contains it. */
  is_posted?: boolean
  /** What the client reads if it can no longer be saved; an empty text if it is sensitive. */
  label?: string
  text?: string
  /** Earlier values sent without a response: the server may have saved any of them. */
  unanswered?: Controls[]
}

type Controls = Record<string, readonly string[]>
export type Entries = Record<string, Entry>
type Pages = Record<string, Entries>

const max_unanswered = 5

export class PendingChanges {
  /** Sensitive entries, and those that could not be stored: newer than a stored one of the same field. */
  private readonly memory: Pages = {}

  constructor(private readonly user_id: string) {}

  put(page: string, field: string, entry: Entry, isSecret: boolean): void {
    const earlier = this.of(page)[field]?.unanswered
    const next = earlier ? { ...entry, unanswered: earlier } : entry
    if (isSecret || this.memory[page]?.[field]) this.memory[page] = { ...this.memory[page], [field]: next }
    else this.write((pages) => ({ ...pages, [page]: { ...withoutFaults(pages[page]), [field]: next } }))
  }

  /** All entries of a page, by field. */
  of(page: string): Entries {
    return { ...this.read()[page], ...this.memory[page] }
  }

  /** The fields of a page that an earlier response found faulty, each with its sentence. */
  faultsOf(page: string): [field: string, why: string][] {
    return Object.entries(this.of(page)).flatMap(([field, { why, is_faulty, is_refused }]) =>
      why && (is_faulty || is_refused) ? [[field, why]] : [],
    )
  }

  /** The pages with entries. */
  pages(): string[] {
    return [...new Set([...Object.keys(this.read()), ...Object.keys(this.memory)])]
  }

  /** The pages with entries to send. */
  waiting(): string[] {
    return this.pages().filter((page) => Object.values(this.of(page)).some(isSendable))
  }

  /** What to send for a page: all its sendable fields, or just one. */
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
      const next = entries[field] && change(entries[field])
      return next ? { ...entries, [field]: next } : withoutField(entries, field)
    }
    if (!this.memory[page]?.[field]) {
      this.write((pages) => ({ ...pages, [page]: finish(pages[page]) }))
      return
    }
    this.memory[page] = finish(this.memory[page])
    // An earlier value that is still stored is not to be sent after this one.
    if (!this.memory[page][field] && this.read()[page]?.[field])
      this.write((pages) => ({ ...pages, [page]: withoutField(pages[page], field) }))
  }

  updateAll(page: string, change: (entry: Entry) => Entry | undefined): void {
    for (const field of Object.keys(this.of(page))) this.update(page, field, change)
  }

  /** Call as the page's form opens: only an open page resolves a conflict, or completes half an answer. */
  reopen(page: string): void {
    this.updateAll(page, ({ is_conflicting: _, is_open: __, ...entry }) => entry)
  }

  drop(page: string): void {
    delete this.memory[page]
    this.write(({ [page]: _, ...rest }) => rest)
  }

  /** Whether this device stores nothing of this user that the server may lack. */
  isEmpty(): boolean {
    const stored = storedKeys().filter((key) => key.endsWith(this.user_id))
    return ![...stored, ...Object.values(this.memory).flatMap(Object.keys)][0]
  }

  /** Removes everything from this device, for every user. */
  static clear(): void {
    for (const key of storedKeys()) localStorage.removeItem(key)
  }

  private read(): Pages {
    return readStored<Pages>(prefix + this.user_id, {})
  }

  // Reads and writes without yielding: other tabs write the same key.
  private write(change: (pages: Pages) => Pages): void {
    const pages = Object.fromEntries(
      Object.entries(change(this.read())).filter(([, entries]) => Object.keys(entries).length > 0),
    )
    if (store(prefix + this.user_id, pages)) return
    // The entries stay in memory while the page is open.
    for (const [page, entries] of Object.entries(pages))
      this.memory[page] = { ...entries, ...this.memory[page] }
  }
}

function withoutField(entries: Entries = {}, field: string): Entries {
  const { [field]: _, ...rest } = entries
  return rest
}

/** The entry after `controls` were sent and no response came. */
export function withUnanswered(entry: Entry, controls: Controls): Entry {
  const earlier = entry.unanswered ?? []
  const isKnown = earlier.some((each) => JSON.stringify(each) === JSON.stringify(controls))
  return isKnown ? entry : { ...entry, unanswered: [...earlier, controls].slice(-max_unanswered) }
}

/** Makes faulty entries sendable again: the field that just changed may be the one they contradicted. */
function withoutFaults(entries: Entries = {}): Entries {
  return Object.fromEntries(
    Object.entries(entries).map(([field, { is_faulty: _, ...entry }]) => [field, entry]),
  )
}

function isSendable({ is_faulty, is_refused, is_conflicting, is_open }: Entry): boolean {
  return !is_faulty && !is_refused && !is_conflicting && !is_open
}
