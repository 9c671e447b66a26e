import type { Actor } from "../../platform/db/database.ts"
import type { FileParts } from "../../platform/files/file-parts.ts"
import type { Progress } from "../exports.ts"

export interface FirmSource extends FileParts {
  firm_id: string
  /** Through whose eyes everything is read. */
  actor: Actor
  /** Sensitive answers in clear. */
  reveal: boolean
  created_at: Date
  /** Told now and then how many matters have gone out. */
  onProgress(progress: Progress): Promise<void>
}
