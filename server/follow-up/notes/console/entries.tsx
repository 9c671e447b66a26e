import type { ComponentChildren } from "preact"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { dayText, todayOf, When } from "../../../web/console/times.tsx"
import { Button, type ButtonVariant } from "../../../web/ui/components/button.tsx"
import { PostForm } from "../../../web/ui/components/permitted.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { NoteRow } from "../notes.ts"

interface EntryProps {
  note: NoteRow
  req: PageRequest
}

/** An open task with its assignee, its due date and the button that marks it as done. */
export function TaskEntry({ note, req }: EntryProps) {
  const isLate = note.due_date !== null && note.due_date < todayOf(req)
  return (
    <Entry
      note={note}
      req={req}
      action={<MarkButton note={note} done="yes" text="Done" variant="secondary" req={req} />}
    >
      For {note.assignee_name}
      {note.due_date && (
        <>
          , due {dayText(note.due_date)} {isLate && <Tag tone="danger">Overdue</Tag>}
        </>
      )}{" "}
      ·{" "}
    </Entry>
  )
}

/** A note or a done task. */
export function NoteEntry({ note, req }: EntryProps) {
  if (note.done_at === null) return <Entry note={note} req={req} />
  return (
    <Entry
      note={note}
      req={req}
      action={<MarkButton note={note} done="no" text="Not done" variant="quiet" req={req} />}
    >
      <Tag tone="success">Done</Tag> by {note.done_by_name}, <When at={note.done_at} req={req} /> ·{" "}
    </Entry>
  )
}

function Entry(props: EntryProps & { action?: ComponentChildren; children?: ComponentChildren }) {
  const { note, req, action, children } = props
  return (
    <li id={note.id}>
      <div class="queue-item">
        <p class="long-text">{note.text}</p>
        <p class="cell-note">
          {children}
          {note.assignee_id && "by "}
          {note.by_name}, <When at={note.written_at} req={req} />
          {note.mentions.length > 0 && <> · Mentions {note.mentions.join(", ")}</>}
        </p>
      </div>
      <div class="queue-actions">
        {note.written_by === req.staff.user_id && (
          <PostForm action={`${urlOf(req)}/${note.id}/removal`}>
            <Button variant="quiet" small>
              Remove
              <About note={note} />
            </Button>
          </PostForm>
        )}
        {note.is_mention_open && (
          <PostForm action={`${urlOf(req)}/${note.id}/mention`}>
            <Button variant="secondary" small>
              {note.assignee_id ? "Mention done" : "Done"}
              <About note={note} />
            </Button>
          </PostForm>
        )}
        {action}
      </div>
    </li>
  )
}

/** The button that marks a task as done or not done. */
function MarkButton(props: {
  note: NoteRow
  done: "yes" | "no"
  text: string
  variant: ButtonVariant
  req: PageRequest
}) {
  const { note, done, text, variant, req } = props
  return (
    <PostForm action={`${urlOf(req)}/${note.id}/completion`}>
      <input type="hidden" name="done" value={done} />
      <Button variant={variant} small>
        {text}
        <About note={note} />
      </Button>
    </PostForm>
  )
}

/** Tells screen readers which note a button belongs to. */
function About({ note }: { note: NoteRow }) {
  return <span class="visually-hidden"> {note.text.slice(0, 80)}</span>
}

function urlOf({ param }: PageRequest): string {
  return `/console/matters/${param("matter_id")}/notes`
}
