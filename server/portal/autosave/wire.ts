/** What autosave sends and gets, for the island and the server alike (pure). */

/** The fields of one page that were typed into. */
export interface FieldsSent {
  /** The page's address: path and query. */
  page: string
  /** What each field's controls hold, by control name. */
  controls: Record<string, readonly string[]>
  /** The revision each field was seen at, by field name; only these fields are saved. */
  seen: Record<string, number>
  /** What was sent before for a field, by field name, and had no answer: it may have been saved. */
  unanswered?: Record<string, readonly Record<string, readonly string[]>[]>
}

export interface FieldsSaved {
  /** The revision now in force of every field that is stored as sent, or does not count anymore. */
  saved: Record<string, number>
  /** Sentences about fields that cannot be understood yet; what is saved all the same is not whole. */
  faults: Record<string, string>
  conflicts: Record<string, FieldConflict>
}

export interface FieldConflict {
  /** The other answer in words; left out for what is kept hidden. */
  theirs?: string
  changed_by: string
  /** It is the reader's own, from another window or device. */
  is_own: boolean
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
  /** With `{why}`: it is kept as it was typed, but it is no whole answer. */
  not_complete: string
  /** A single field was more than the server takes. */
  too_much: string
  /** The button was pressed, and waits for the line. */
  pressed: string
  retrying: string
  /** It takes longer than one waits without wondering: what is being saved, and a form that was sent. */
  slow: string
  slow_form: string
  /** A form that was sent had no answer, also not the second time. */
  stuck_form: string
  read_only: string
  /** What it belongs to was removed, by the other of two clients for example. */
  gone: string
  /** Where two answers to one question stand side by side. */
  choose_one: string
  /** With `{name}` and `{when}`. */
  changed_by: string
  /** With `{value}`. */
  theirs: string
  keep_mine: string
  use_theirs: string
  /** The same where both are the reader's own; with `{when}`, with `{value}`. */
  changed_by_you: string
  yours_elsewhere: string
  search_people: string
  chosen_people: string
  /** With `{name}`. */
  remove_person: string
  keep_this: string
  use_other: string
  /** With `{count}`: characters of a long text. */
  left_one: string
  left_many: string
  over_one: string
  over_many: string
  /** A form that is stored by its button: while it waits, when it is back, and when its button cannot help. */
  draft_not_saved: string
  draft_back: string
  draft_offline: string
  sign_in: string
  code_sent: string
  code_wrong: string
  code_failed: string
}
