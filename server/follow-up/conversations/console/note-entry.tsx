import type { PageRequest } from "../../../web/console/page-request.ts"
import { dayText, todayOf, When } from "../../../web/console/times.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { NoteRow } from "../../notes/notes.ts"
import { Entry, EntryButton } from "./entry.tsx"

interface NoteProps {
  note: NoteRow
  req: PageRequest
}

/** A note that only the firm sees, or a task with its assignee. */
export function NoteEntry({ note, req }: NoteProps) {
  const { id, assignee_id, mentions } = note
  return (
    <Entry
      id={id}
      kind={<Tag tone="neutral">{assignee_id ? "Task" : "Internal note"}</Tag>}
      by={note.by_name}
      at={note.written_at}
      req={req}
      about={mentions.length > 0 && `· Mentions ${mentions.join(", ")}`}
      text={note.text}
      actions={<NoteActions note={note} req={req} />}
    >
      {assignee_id && <TaskState note={note} req={req} />}
    </Entry>
  )
}

function TaskState({ note, req }: NoteProps) {
  const { assignee_name, due_date, done_at, done_by_name } = note
  if (done_at)
    return (
      <p class="cell-note">
        <Tag tone="success">Done</Tag> by {done_by_name}, <When at={done_at} req={req} />
      </p>
    )
  const isLate = due_date !== null && due_date < todayOf(req)
  return (
    <p class="cell-note">
      For {assignee_name}
      {due_date && `, due ${dayText(due_date)}`} {isLate && <Tag tone="danger">Overdue</Tag>}
    </p>
  )
}

function NoteActions({ note, req }: NoteProps) {
  const { id, text, assignee_id, done_at, is_mention_open } = note
  const url = `/console/matters/${req.param("matter_id")}/notes/${id}`
  // Tells screen readers which note a button belongs to.
  const about = text.slice(0, 80)
  return (
    <>
      {note.written_by === req.staff.user_id && (
        <EntryButton action={`${url}/removal`} about={about} variant="quiet" id={id} req={req}>
          Remove
        </EntryButton>
      )}
      {is_mention_open && (
        <EntryButton action={`${url}/mention`} about={about} variant="secondary" id={id} req={req}>
          {assignee_id ? "Mention done" : "Done"}
        </EntryButton>
      )}
      {assignee_id && (
        <EntryButton
          action={`${url}/completion`}
          fields={{ done: done_at ? "no" : "yes" }}
          about={about}
          variant={done_at ? "quiet" : "secondary"}
          id={id}
          req={req}
        >
          {done_at ? "Not done" : "Done"}
        </EntryButton>
      )}
    </>
  )
}
