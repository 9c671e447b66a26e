import type { Tx } from "../../platform/db/database.ts"
import { hasOpenCorrections } from "../corrections/corrections.ts"
import { isStillOpen } from "../submissions/missing/open-items.ts"

/** Whether a client who has submitted still has something to do. */
export async function isSomethingOpen(tx: Tx, matter_id: string): Promise<boolean> {
  return (await hasOpenCorrections(tx, matter_id)) || (await isStillOpen(tx, matter_id))
}
