import type { Database, Tx } from "../server/platform/db/database.ts"
import { recordDeliveries } from "./deliveries.ts"
import { readFirmFolder } from "./files.ts"
import { addRepliesAndStages, chooseDefaultAssignees, createDemoFirm, type LoadingParts } from "./firm.ts"
import { recordInquiries } from "./inquiries.ts"
import { found } from "./keys.ts"
import { notifyInThePast } from "./notifications.ts"
import { leaveFirm } from "./past.ts"
import { applyTimeline } from "./timeline.ts"

const questionnaires = ["planning", "probate", "tax"] as const
const matters = ["couple", "single", "probate", "in_progress", "pre_created", "closed"] as const

/** The ids of the demo's firms, questionnaires, and matters. */
export interface DemoIds {
  firm_id: string
  questionnaires: Record<(typeof questionnaires)[number], string>
  matters: Record<(typeof matters)[number], string>
  other_firm: { firm_id: string; matter_id: string }
}

/** Creates both firms with their months of work, and returns their ids. Needs a platform transaction. */
export async function createFirms(tx: Tx, db: Database, parts: LoadingParts): Promise<DemoIds> {
  const folder = await readFirmFolder("hartwell-pryce", tx.now)
  const firm = await createDemoFirm(tx, db, parts, folder)
  await addRepliesAndStages(firm, folder.firm)
  const matterIds = await applyTimeline(firm, folder.matters, folder.firm.agreements)
  await chooseDefaultAssignees(firm, folder.firm)
  await notifyInThePast(firm, tx.now)
  await recordInquiries(firm, folder.firm)
  if (folder.firm.webhook) await recordDeliveries(firm, folder.firm.webhook)
  await leaveFirm(tx)

  const otherFolder = await readFirmFolder("northgate-tax", tx.now)
  const other = await createDemoFirm(tx, db, parts, otherFolder)
  const { submitted } = await applyTimeline(other, otherFolder.matters)
  await notifyInThePast(other, tx.now)
  await leaveFirm(tx)

  return {
    firm_id: firm.firm_id,
    questionnaires: idsOf(questionnaires, (key) => firm.questionnaires[key]?.id),
    matters: idsOf(matters, (key) => matterIds[key]),
    other_firm: { firm_id: other.firm_id, matter_id: found(submitted, "submitted") },
  }
}

function idsOf<Key extends string>(
  keys: readonly Key[],
  idOf: (key: Key) => string | undefined,
): Record<Key, string> {
  return Object.fromEntries(keys.map((key) => [key, found(idOf(key), key)])) as Record<Key, string>
}
