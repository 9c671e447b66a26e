import type { Actor } from "../../platform/db/database.ts"
import type { FileParts } from "../../platform/files/file-parts.ts"

export interface FirmSource extends FileParts {
  firm_id: string
  /** Through whose eyes everything is read. */
  actor: Actor
  /** Sensitive answers in clear. */
  reveal: boolean
  created_at: Date
}
