import type { Words } from "../../../../web/portal/words/en.ts"

/** What an upload page passes to its script. */
export interface UploadSettings {
  /** In an attribute of its own, like `done_url`, because its URL has a prefix when staff act for a client. */
  endpoint: string
  /** Hides one client's interrupted uploads from the next client in the same browser. */
  user_id: string
  section_id: string
  path: string
  max_bytes: number
  /** Accepted extensions, each with its dot. */
  extensions: readonly string[]
  /** The page to open after an upload, where a single file is requested. */
  done_url?: string | undefined
  words: UploadScriptWords
}

/** `{name}`, `{percent}`, `{why}` and `{number}` are filled in. */
export type UploadScriptWords = Words["documents"]["script"] &
  Pick<Words["documents"]["faults"], "empty" | "too_large" | "wrong_type">

export const uploadsPath = "/portal/uploads"
