import type { listReaders } from "../../../notes/notes.ts"
import { Actions } from "../../../ui/components/actions.tsx"
import { Button } from "../../../ui/components/button.tsx"
import { SelectField } from "../../../ui/components/select-field.tsx"
import { TextArea } from "../../../ui/components/text-area.tsx"
import { TextField } from "../../../ui/components/text-field.tsx"
import { faultAt, type PageRequest, type RefusedForm, typedOr } from "../../page-request.ts"

type Readers = Awaited<ReturnType<typeof listReaders>>

/** Writes a note; with somebody who is to do it, a task. */
export function NoteForm(props: { readers: Readers; refused: RefusedForm | undefined; req: PageRequest }) {
  const { readers, refused, req } = props
  const example = readers.find(({ id }) => id !== req.staff.user_id)?.name.split(" ")[0]
  return (
    <form method="post">
      <TextArea
        id="text"
        label="Note or task"
        hint={`Only your firm sees it. ${example ? `Mention a colleague with an @, for example @${example}.` : ""}`.trim()}
        rows={3}
        value={typedOr(refused, "text")}
        error={faultAt(refused, "text")}
      />
      <SelectField
        id="assignee_id"
        label="To be done by"
        placeholder="No one: it is a note"
        value={typedOr(refused, "assignee_id")}
        error={faultAt(refused, "assignee_id")}
        options={readers.map(({ id, name, email }) => ({
          value: id,
          label: `${name || email}${id === req.staff.user_id ? " (you)" : ""}`,
        }))}
      />
      <TextField
        id="due_date"
        type="date"
        label="Due date"
        width={20}
        optional="(optional)"
        value={typedOr(refused, "due_date")}
        error={faultAt(refused, "due_date")}
      />
      <Actions>
        <Button icon="plus">Add</Button>
      </Actions>
    </form>
  )
}
