/** What an upload page tells its script (pure). */
export interface UploadSettings {
  /** In an attribute of its own, like `done_url`: staff reach the same page under another address. */
  endpoint: string
  /** Whose upload it is: what one did not finish is not shown to the next in the same browser. */
  user_id: string
  section_id: string
  path: string
  max_bytes: number
  /** Endings taken, each with its dot. */
  extensions: readonly string[]
  /** Where to go once a file is there: a page that takes one file looks different then. */
  done_url?: string | undefined
  words: UploadScriptWords
}

/** `{name}`, `{percent}`, `{why}` and `{number}` are filled in. */
export type UploadScriptWords = Record<
  | "waiting"
  | "sending"
  | "lost"
  | "cancel"
  | "close"
  | "choose_another"
  | "try_again"
  | "resume"
  | "signed_out"
  | "broken"
  | "wait"
  | "started"
  | "percent"
  | "done"
  | "failed"
  | "empty"
  | "too_large"
  | "wrong_type"
  | "photo_page"
  | "photo_earlier"
  | "photo_remove"
  | "photo_unreadable",
  string
>

export const uploadsPath = "/portal/uploads"
