import type { Actor } from "../../../platform/db/database.ts"
import type { FileParts } from "../../../platform/files/read-stored-file.ts"
import type { Progress } from "../exports.ts"

export interface FirmSource extends FileParts {
  firm_id: string
  /** Everything is read with this actor's permissions. */
  actor: Actor
  /** Whether sensitive answers are decrypted. */
  reveal: boolean
  created_at: Date
  /** Called now and then with the number of matters written. */
  onProgress(progress: Progress): Promise<void>
}
