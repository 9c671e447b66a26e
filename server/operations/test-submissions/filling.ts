import type { Sample } from "../../definition/kinds/kind.ts"
import type { Text } from "../../definition/text.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"

/** What filling in one matter needs; `uploads` collects the files to send afterward. */
export interface Filling {
  matter_id: string
  ring: KeyRing
  sample: Sample
  /** The firm's day. */
  today: string
  uploads: NewFile[]
}

/** A file to upload. */
export type NewFile = { label: Text } & ({ request_id: string } | { asset_id: string })
