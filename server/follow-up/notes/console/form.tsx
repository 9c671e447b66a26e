import { fieldOf, type PageRequest, type RefusedForm } from "../../../web/console/page-request.ts"
import { Actions } from "../../../web/ui/components/actions.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { SelectField } from "../../../web/ui/components/select-field.tsx"
import { TextArea } from "../../../web/ui/components/text-area.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import type { listReaders } from "../notes.ts"

type Readers = Awaited<ReturnType<typeof listReaders>>

/** Writes a note or, with an assignee, a task. */
export function NoteForm(props: { readers: Readers; refused: RefusedForm | undefined; req: PageRequest }) {
  const { readers, refused, req } = props
  const example = readers.find(({ id }) => id !== req.staff.user_id)?.name.split(" ")[0]
  return (
    <form method="post">
      <TextArea
        {...fieldOf(refused, "text")}
        label="Note or task"
        hint={`Only your firm sees it. ${example ? `Mention a colleague with an @, for example @${example}.` : ""}`.trim()}
        rows={3}
      />
      <SelectField
        {...fieldOf(refused, "assignee_id")}
        label="Assign to"
        placeholder="No one (just a note)"
        options={readers
          .filter(({ may_act }) => may_act)
          .map(({ id, name, email }) => ({
            value: id,
            label: `${name || email}${id === req.staff.user_id ? " (you)" : ""}`,
          }))}
      />
      <TextField
        {...fieldOf(refused, "due_date")}
        type="date"
        label="Due date"
        width={20}
        optional="(optional)"
      />
      <Actions>
        <Button icon="plus">Add</Button>
      </Actions>
    </form>
  )
}
