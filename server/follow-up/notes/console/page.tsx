// Staff's own notes about a matter, and tasks with an assignee and a due date.

import { list } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { day, text } from "../../../web/console/forms/text-fields.tsx"
import { frameOf, openMatter } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import { localPath } from "../../../web/console/next.ts"
import { type PageRequest, textOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { Redirect } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import {
  addNote,
  listNotes,
  listReaders,
  markMentionDone,
  markTask,
  max_note_characters,
  type NoteRow,
  removeOwnNote,
} from "../notes.ts"
import { NoteEntry, TaskEntry } from "./entries.tsx"

const notesForm = form({
  open: async (req) => {
    const matter = await openMatter(req)
    const [notes, readers] = await Promise.all([listNotes(req.tx, matter.id), listReaders(req.tx, matter.id)])
    const open = notes.filter(({ assignee_id, done_at }) => assignee_id !== null && done_at === null)
    const others = notes.filter((note) => !open.includes(note))
    return {
      ...frameOf(matter, "/messages"),
      above: open.length > 0 && (
        <Card title={`To do: ${open.length}`} flush>
          <ul class="queue-list">
            {open.toSorted(byDueDate).map((note) => (
              <TaskEntry key={note.id} note={note} req={req} />
            ))}
          </ul>
        </Card>
      ),
      card: "Add a note or task",
      fields: noteFields(readers, req),
      record: matter.id,
      icon: "plus",
      submit: "Add",
      below:
        others.length > 0 ? (
          <Card title="Notes" flush>
            <ul class="queue-list">
              {others.map((note) => (
                <NoteEntry key={note.id} note={note} req={req} />
              ))}
            </ul>
          </Card>
        ) : (
          open.length === 0 && (
            <EmptyState title="No notes yet" icon="edit">
              Notes and tasks are only for your firm. Clients never see them, and only the export of
              everything includes them.
            </EmptyState>
          )
        ),
    }
  },
  save: async ({ tx }, values, id) => {
    const assignee_id = values.assignee_id || null
    await addNote(tx, id, { ...values, assignee_id })
    return { done: assignee_id ? "task_added" : "note_added" }
  },
})

/** Writes a note or, with an assignee, a task. */
function noteFields(readers: Awaited<ReturnType<typeof listReaders>>, { staff }: PageRequest) {
  const example = readers.find(({ id }) => id !== staff.user_id)?.name.split(" ")[0]
  const mention = example ? ` Mention a colleague with an @, for example @${example}.` : ""
  return {
    text: text({
      label: "Note or task",
      hint: `Only your firm sees it.${mention}`,
      rows: 3,
      max: max_note_characters,
    }),
    assignee_id: list({
      label: "Assign to",
      placeholder: "No one (just a note)",
      options: readers
        .filter(({ may_act }) => may_act)
        .map(({ id, name, email }) => ({
          value: id,
          label: `${name || email}${id === staff.user_id ? " (you)" : ""}`,
        })),
    }),
    due_date: day({ label: "Due date", optional: true }),
  }
}

/** Earliest due date first; tasks without one come last, oldest first. */
function byDueDate(one: NoteRow, other: NoteRow): number {
  const rank = ({ due_date, id }: NoteRow) => `${due_date ?? "9999"} ${id}`
  return rank(one) < rank(other) ? -1 : 1
}

export function noteRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/notes"
  console.form(base, notesForm, { readable: true })
  console.action(`${base}/:note_id/completion`, completeTask)
  console.action(`${base}/:note_id/mention`, completeMention)
  console.action(`${base}/:note_id/removal`, removeNote)
}

async function completeTask(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const isDone = textOf(req.form, "done") !== "no"
  await markTask(req.tx, id, req.param("note_id"), isDone)
  const back = textOf(req.form, "back")
  const to = back ? localPath(back) : notesUrl(id)
  return { to, flash: { done: isDone ? "task_done" : "task_reopened" } }
}

async function completeMention(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await markMentionDone(req.tx, id, req.param("note_id"))
  const back = textOf(req.form, "back")
  return { to: back ? localPath(back) : notesUrl(id), flash: { done: "mention_done" } }
}

async function removeNote(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await removeOwnNote(req.tx, id, req.param("note_id"))
  return { to: notesUrl(id), flash: { done: "note_removed" } }
}

function notesUrl(matter_id: string): string {
  return `/console/matters/${matter_id}/notes`
}
