/** The request and response bodies of autosave, shared by the browser and the server. */

/** The changed fields of one page. */
export interface FieldsSent {
  /** The page's address: path and query. */
  page: string
  /** The values of the fields' controls, by control name. */
  controls: Record<string, readonly string[]>
  /** The revision the browser last saw of each field, by field name; the server saves only these fields. */
  seen: Record<string, number>
  /** Only checks the fields, of a page that its button saves; `saved` then names those that can be read. */
  is_check?: boolean
  /** Earlier values that got no response, by field name: the server may have saved any of them. */
  unanswered?: Record<string, readonly Record<string, readonly string[]>[]>
}

export interface FieldsSaved {
  /** The current revision of every field that is saved as sent, or no longer applies. */
  saved: Record<string, number>
  /** A sentence for each field that could not be parsed; one that is also in `saved` was saved as unfinished. */
  faults: Record<string, string>
  conflicts: Record<string, FieldConflict>
  /** The controls of a field as they should look now: a date pasted into one of its boxes fills all three. */
  shown?: Record<string, Record<string, readonly string[]>>
}

export interface FieldConflict {
  /** The other answer as text; omitted for sensitive answers. */
  theirs?: string
  changed_by: string
  /** The client's own change, from another window or device. */
  is_own: boolean
  /** ISO 8601. */
  changed_at: string
  revision: number
}

/** The script's texts, embedded in the page. */
export interface AutosaveWords {
  saving: string
  /** With `{time}`. */
  saved: string
  offline: string
  /** With `{why}`. */
  not_saved: string
  /** With `{why}`: saved as typed, but not a complete answer. */
  not_complete: string
  /** A single field exceeds what the server accepts. */
  too_much: string
  /** The client pressed the button, and the submit waits for the connection. */
  pressed: string
  retrying: string
  /** Saving, or a submitted form, takes noticeably long. */
  slow: string
  slow_form: string
  /** A submitted form got no response even after the retries. */
  stuck_form: string
  /** Something between this device and the server refuses an entry, such as a firewall. */
  blocked: string
  /** The same for an entry of another page; a link to it. */
  blocked_elsewhere: string
  /** Too many requests from this network; they are counted, and the entry is sent again later. */
  busy: string
  read_only: string
  /** The record was removed, for example by the other client of the matter. */
  gone: string
  /** Above what can no longer be saved, and on its buttons. */
  rejected: string
  rejected_close: string
  copy: string
  copied: string
  /** In a conflict, above the two answers. */
  choose_one: string
  /** With `{name}` and `{when}`. */
  changed_by: string
  /** With `{value}`. */
  theirs: string
  keep_mine: string
  use_theirs: string
  /** The same for two answers of the client's own; with `{when}`, with `{value}`. */
  changed_by_you: string
  yours_elsewhere: string
  search_people: string
  keep_this: string
  use_other: string
  /** With `{count}`: characters of a long text. */
  left_one: string
  left_many: string
  over_one: string
  over_many: string
  /** For a form that only its button saves: while it is unsaved, once restored, and when submitted offline. */
  draft_not_saved: string
  draft_back: string
  draft_offline: string
  /** Asks before signing out deletes what is not saved. */
  unsaved: string
  sign_in: string
  code_sent: string
  code_wrong: string
  code_failed: string
}
