// Staff's own notes about a matter, and tasks with an assignee and a due date.

import { frameOf, openMatter } from "../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../web/console/matter/require-matter.ts"
import { localPath } from "../../../web/console/next.ts"
import { type PageRequest, type RefusedForm, textOf } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import type { Redirect, View } from "../../../web/console/view.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { IfPermitted } from "../../../web/ui/components/permitted.tsx"
import {
  addNote,
  listNotes,
  listReaders,
  markMentionDone,
  markTask,
  type NoteRow,
  removeOwnNote,
} from "../notes.ts"
import { NoteEntry, TaskEntry } from "./entries.tsx"
import { NoteForm } from "./form.tsx"

export function noteRoutes(console: Console): void {
  const base = "/console/matters/:matter_id/notes"
  console.form(base, { show: notesPage, act: writeNote }, { readable: true })
  console.action(`${base}/:note_id/completion`, completeTask)
  console.action(`${base}/:note_id/mention`, completeMention)
  console.action(`${base}/:note_id/removal`, removeNote)
}

async function notesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await openMatter(req)
  const [notes, readers] = await Promise.all([listNotes(req.tx, matter.id), listReaders(req.tx, matter.id)])
  const open = notes.filter(({ assignee_id, done_at }) => assignee_id !== null && done_at === null)
  const others = notes.filter((note) => !open.includes(note))
  return {
    ...frameOf(matter, "/notes"),
    refused,
    body: (
      <>
        {open.length > 0 && (
          <Card title={`To do: ${open.length}`} flush>
            <ul class="queue-list">
              {open.toSorted(byDueDate).map((note) => (
                <TaskEntry key={note.id} note={note} req={req} />
              ))}
            </ul>
          </Card>
        )}
        <IfPermitted href="">
          <Card title="Add a note or task">
            <NoteForm readers={readers} refused={refused} req={req} />
          </Card>
        </IfPermitted>
        {others.length > 0 ? (
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
        )}
      </>
    ),
  }
}

/** Earliest due date first; tasks without one come last, oldest first. */
function byDueDate(one: NoteRow, other: NoteRow): number {
  const rank = ({ due_date, id }: NoteRow) => `${due_date ?? "9999"} ${id}`
  return rank(one) < rank(other) ? -1 : 1
}

async function writeNote(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const assignee_id = textOf(req.form, "assignee_id") || null
  const due_date = textOf(req.form, "due_date") || null
  await addNote(req.tx, id, { text: textOf(req.form, "text"), assignee_id, due_date })
  return { to: notesUrl(id), flash: { done: assignee_id ? "task_added" : "note_added" } }
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
