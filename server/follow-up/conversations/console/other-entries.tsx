// The entries of a conversation that are no messages: notes and tasks, corrections, emails, and steps of the matter.

import {
  answerOf,
  CorrectionTag,
  type CorrectionWithChanges,
  EndButtons,
  SubjectLink,
} from "../../../intake/corrections/console/table.tsx"
import { isSending, stateOfMail } from "../../../platform/mail/mail-state.ts"
import type { MailRow } from "../../../platform/mail/outbox.ts"
import { eventWords } from "../../../web/console/event-words.ts"
import { MailTag, whyNotSent } from "../../../web/console/mails/mail-tag.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { dayText, todayOf, When } from "../../../web/console/times.tsx"
import { HiddenFields, useMayUse } from "../../../web/ui/components/button.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import type { NoteRow } from "../../notes/notes.ts"
import type { StreamEntry } from "../conversations.ts"
import { Entry, EntryButton, hereFields } from "./entry.tsx"

interface NoteProps {
  note: NoteRow
  req: PageRequest
}

export function NoteEntry({ note, req }: NoteProps) {
  const { id, assignee_id, mentions } = note
  return (
    <Entry
      id={id}
      side="internal"
      kind={assignee_id ? "Task by" : "Internal note by"}
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
  const { assignee_id, assignee_name, responsible_id, due_date, done_at, done_by_name } = note
  if (done_at)
    return (
      <p class="cell-note">
        <Tag tone="success">Done</Tag> by {done_by_name}, <When at={done_at} req={req} in_text />
      </p>
    )
  const isLate = due_date !== null && due_date < todayOf(req)
  return (
    <p class="cell-note">
      For {assignee_name}
      {responsible_id !== assignee_id && ` (now ${note.responsible_name || "no one"})`}
      {due_date && `, due ${dayText(due_date)}`} {isLate && <Tag tone="danger">Overdue</Tag>}
    </p>
  )
}

function NoteActions({ note, req }: NoteProps) {
  const { id, text, assignee_id, done_at, is_mention_open } = note
  const url = `/console/matters/${req.param("matter_id")}/notes/${id}`
  // Tells screen readers which note a button belongs to.
  const about = text.slice(0, 80)
  const button = (path: string, text: string, variant: "quiet" | "secondary" = "secondary") => (
    <EntryButton
      action={`${url}/${path}`}
      fields={{ done: done_at ? "no" : "yes" }}
      {...{ about, variant, id, req }}
    >
      {text}
    </EntryButton>
  )
  return (
    <>
      {note.written_by === req.staff.user_id && button("removal", "Remove", "quiet")}
      {is_mention_open && button("mention", assignee_id ? "Mention done" : "Done")}
      {assignee_id && (done_at ? button("completion", "Not done", "quiet") : button("completion", "Done"))}
    </>
  )
}

export function CorrectionEntry(props: { correction: CorrectionWithChanges; req: PageRequest }) {
  const { correction, req } = props
  const { id, requested_by_name, requested_at, answered_at, answered_by_name, ended_at, ended_by_name } =
    correction
  const [at, by] = ended_at ? [ended_at, ended_by_name] : [answered_at, answered_by_name]
  const matter_id = req.param("matter_id")
  const answer = answerOf(correction)
  return (
    <Entry
      id={id}
      side="firm"
      kind="Correction asked by"
      by={requested_by_name}
      at={requested_at}
      req={req}
      about={
        <>
          · <SubjectLink matter_id={matter_id} correction={correction} />
        </>
      }
      text={correction.words}
      actions={
        <EndButtons matter_id={matter_id} correction={correction}>
          <HiddenFields values={hereFields(id, req)} />
        </EndButtons>
      }
    >
      <p class="cell-note">
        <CorrectionTag correction={correction} /> {at && by} <When at={at} req={req} in_text />
      </p>
      {answer && <div>{answer}</div>}
    </Entry>
  )
}

export function EmailEntry({ email, req }: { email: MailRow; req: PageRequest }) {
  const state = stateOfMail(email, isSending(req.parts))
  const why = whyNotSent(state)
  const page = `/console/settings/email/${email.id}`
  const mayOpen = useMayUse()("GET", page)
  return (
    <Entry
      id={email.id}
      side="event"
      kind="Email to"
      by={email.recipient}
      at={email.created_at}
      req={req}
      about={
        <>
          · {mayOpen ? <a href={page}>{email.subject}</a> : email.subject} <MailTag state={state} /> {why}
        </>
      }
    />
  )
}

export function StepEntry({ entry, req }: { entry: StreamEntry; req: PageRequest }) {
  const { id, step } = entry
  if (!step) return <li id={id} hidden />
  return (
    <Entry
      id={id}
      side="event"
      kind={`${eventWords[step.type].title} ·`}
      by={step.by}
      at={step.at}
      req={req}
    />
  )
}
