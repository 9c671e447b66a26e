/** What autosave sends and gets, for the island and the server alike (pure). */

/** The fields of one page that were typed into. */
export interface FieldsSent {
  /** The page's address: path and query. */
  page: string
  /** What each field's controls hold, by control name. */
  controls: Record<string, readonly string[]>
  /** The revision each field was seen at, by field name; only these fields are saved. */
  seen: Record<string, number>
}

export interface FieldsSaved {
  /** The revision now in force of every field that is stored as sent, or does not count any more. */
  saved: Record<string, number>
  /** Sentences about fields that cannot be understood yet. */
  faults: Record<string, string>
  conflicts: Record<string, FieldConflict>
}

export interface FieldConflict {
  /** The other answer in words; left out for what is kept hidden. */
  theirs?: string
  changed_by: string
  /** ISO 8601: the browser shows it on its own clock. */
  changed_at: string
  revision: number
}

/** Words of the island, handed over in the page. */
export interface AutosaveWords {
  saving: string
  /** With `{time}`. */
  saved: string
  offline: string
  /** With `{why}`. */
  not_saved: string
  retrying: string
  read_only: string
  /** With `{name}` and `{when}`. */
  changed_by: string
  /** With `{value}`. */
  theirs: string
  keep_mine: string
  use_theirs: string
  /** A form that is stored by its button: while it waits, when it is back, and when its button cannot help. */
  draft_kept: string
  draft_back: string
  draft_offline: string
  sign_in: string
  code_sent: string
  code_wrong: string
  code_failed: string
}
