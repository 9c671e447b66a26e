// Messages between the firm and its clients, and internal notes.

import { addNote } from "../server/follow-up/notes/notes.ts"
import { openTopic, writeMessage } from "../server/intake/messages/writing.ts"
import type { Tx } from "../server/platform/db/database.ts"
import type { TimelineEvent } from "./file-shapes.ts"
import type { DemoFirm } from "./firm.ts"
import { found, type MatterKeys } from "./keys.ts"

export async function writeDemoMessage(
  tx: Tx,
  firm: DemoFirm,
  keys: MatterKeys,
  { topic, subject, text }: NonNullable<TimelineEvent["writes"]>,
): Promise<void> {
  const { matter_id, topics } = keys
  if (subject === undefined)
    await writeMessage(tx, firm, { matter_id, topic_id: found(topics[topic], topic) }, { text })
  else topics[topic] = await openTopic(tx, firm, matter_id, { subject, text })
}

export async function addDemoNote(
  tx: Tx,
  firm: DemoFirm,
  { matter_id }: MatterKeys,
  { text, task_of, due }: NonNullable<TimelineEvent["notes"]>,
): Promise<void> {
  const assignee_id = task_of === undefined ? null : found(firm.staff[task_of], task_of)
  await addNote(tx, matter_id, { text, assignee_id, due_date: due ?? null })
}
