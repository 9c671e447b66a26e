import { list } from "../../../web/console/forms/choice-fields.tsx"
import { valuesIn } from "../../../web/console/forms/field.ts"
import { day, text } from "../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../web/console/forms/unseen-fields.tsx"
import { idOf, type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { addNote, listReaders, max_note_characters } from "../../notes/notes.ts"
import type { Mode } from "./mode.ts"

/** Writes a note or, with an assignee, a task. Clients see neither. */
export async function internalMode(req: PageRequest, matter_id: string): Promise<Mode> {
  const readers = await listReaders(req.tx, matter_id)
  const example = readers.find(({ id }) => id !== req.staff.user_id)?.name.split(" ")[0]
  const mention = example ? ` Mention a colleague with an @, for example @${example}.` : ""
  const id = idOf(req.form, "note")
  const note = {
    note_id: hidden(id),
    text: text({
      label: "Note or task",
      hint: `Only your firm sees it.${mention}`,
      rows: 4,
      placeholder: "Note that only your firm sees",
      max: max_note_characters,
    }),
  }
  const task = {
    assignee_id: list({
      label: "Assign to",
      placeholder: "No one (just a note)",
      options: readers
        .filter(({ may_act }) => may_act)
        .map(({ id, name, email }) => ({
          value: id,
          label: `${name || email}${id === req.staff.user_id ? " (you)" : ""}`,
        })),
    }),
    due_date: day({ label: "Due date", optional: true }),
  }
  const fields = { ...note, ...task }
  const isTask = trimmedTextOf(req.form, "assignee_id") !== "" || trimmedTextOf(req.form, "due_date") !== ""
  return {
    name: "internal",
    draft: "",
    fields,
    layout: (show) => (
      <>
        {show(note)}
        <Details summary="Assign it as a task" open={isTask}>
          {show(task)}
        </Details>
      </>
    ),
    buttons: <Button icon="plus">Add for your firm</Button>,
    save: async () => {
      const { assignee_id, text, due_date } = valuesIn(fields, req.form)
      await addNote(req.tx, matter_id, { id, text, due_date, assignee_id: assignee_id || null })
      return assignee_id ? "task_added" : "note_added"
    },
  }
}
