import { addNote } from "../../server/follow-up/notes/notes.ts"
import { newIntake } from "./sample-intake.ts"
import type { TestFirm } from "./service.ts"

/** A new matter with this many internal notes, "Note 1." first; returns its id. */
export async function newMatterWithNotes(firm: TestFirm, count: number): Promise<string> {
  const { matter_id } = await newIntake(firm)
  const note = { assignee_id: null, due_date: null }
  await firm.run(async (tx) => {
    for (let number = 1; number <= count; number += 1)
      await addNote(tx, matter_id, { ...note, text: `Note ${number}.` })
  })
  return matter_id
}
