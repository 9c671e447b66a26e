import { Fragment } from "preact"
import { readCorrections } from "../../../intake/corrections/console/table.tsx"
import type { MatterDetails } from "../../../intake/matters/console/frame/frame.tsx"
import { readMessages } from "../../../intake/messages/messages.ts"
import { listMailsOf } from "../../../platform/mail/outbox.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { EmptyState } from "../../../web/ui/components/card.tsx"
import { Tabs } from "../../../web/ui/components/tabs.tsx"
import { listNotes } from "../../notes/notes.ts"
import { type EntryKind, listStream, type StreamEntry, type StreamFilter } from "../conversations.ts"
import { listPlanned } from "../planned-messages.ts"
import { MessageEntry } from "./entry.tsx"
import { CorrectionEntry, EmailEntry, NoteEntry, StepEntry } from "./other-entries.tsx"
import { PlannedEntries } from "./planned-entries.tsx"
import { conversationUrl, filterOf, newest } from "./urls.ts"

const entries_per_page = 25

export type Stream = Awaited<ReturnType<typeof readStream>>

/** Reads the page that the address names; the newest one if its entry is gone. */
export async function readStream(req: PageRequest, matter_id: string) {
  const { tx, query } = req
  const shown = { filter: filterOf(req), limit: entries_per_page + 1 }
  const onward = query.from ? await listStream(tx, matter_id, { ...shown, from: query.from }) : []
  const listed = onward.length > 0 ? onward : await listStream(tx, matter_id, shown)
  const entries = listed.slice(0, entries_per_page)
  const [read, planned] = await Promise.all([
    readEntries(req, matter_id, entries),
    onward.length === 0 ? listPlanned(tx, req.parts.ring, matter_id) : [],
  ])
  return { ...read, planned, is_newest: onward.length === 0, next: listed[entries_per_page]?.id }
}

/** Reads what these entries show, in one statement for each kind. */
export async function readEntries(
  { tx, parts, staff }: PageRequest,
  matter_id: string,
  entries: readonly StreamEntry[],
) {
  const ids = (kind: EntryKind) => entries.flatMap((entry) => (entry.kind === kind ? entry.id : []))
  const [messages, notes, corrections, emails] = await Promise.all([
    readMessages(tx, parts.ring, ids("message"), staff.user_id),
    listNotes(tx, matter_id, ids("note")),
    readCorrections(tx, matter_id, ids("correction")),
    listMailsOf(tx, parts.ring, ids("email")),
  ])
  return {
    entries,
    messages: byId(messages),
    notes: byId(notes),
    corrections: byId(corrections),
    emails: byId(emails),
  }
}

function byId<Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

const filterWords: Record<StreamFilter, string> = {
  messages: "Messages",
  corrections: "Corrections",
  notes: "Notes",
  tasks: "Open tasks",
  emails: "Emails",
}

/** The entries in the order of time, so that the newest stands next to the line that answers it. */
export function StreamPart(props: { stream: Stream; req: PageRequest; matter: MatterDetails }) {
  const { stream, req, matter } = props
  const matter_id = req.param("matter_id")
  const kind = filterOf(req)
  const tab = (text: string, of?: StreamFilter) => ({
    href: `${conversationUrl(matter_id, { kind: of })}${newest}`,
    text,
    current: of === kind,
  })
  const { entries, messages, planned, next, is_newest } = stream
  const shown = entries.toReversed()
  const first_new = shown.find(({ id }) => messages.get(id)?.is_unread)
  return (
    <section id="stream" data-url={req.url}>
      <Tabs
        label="Kinds of entries"
        items={[
          tab("All"),
          ...Object.entries(filterWords).map(([kind, text]) => tab(text, kind as StreamFilter)),
        ]}
      />
      <div id="no-entries" data-live>
        {entries.length + planned.length === 0 && (
          <EmptyState title="Nothing here yet" icon="mail">
            Messages, corrections and emails to the client, and notes that only your firm sees, stand here
            together.
          </EmptyState>
        )}
      </div>
      {next && (
        <a class="entries-on" href={conversationUrl(matter_id, { kind, from: next })} data-older>
          Older entries
        </a>
      )}
      {entries.length > 0 && (
        <ol
          class="entries"
          id="entries"
          data-live
          data-keeps-earlier
          aria-live="polite"
          aria-label="Conversation, newest last"
        >
          {shown.map((entry) => (
            <Fragment key={entry.id}>
              {entry === first_new && (
                <li class="entries-new" id="newest">
                  New
                </li>
              )}
              <StreamEntryItem entry={entry} read={stream} req={req} />
            </Fragment>
          ))}
        </ol>
      )}
      {!is_newest && (
        <a class="entries-on" href={`${conversationUrl(matter_id, { kind })}${newest}`}>
          Newest entries
        </a>
      )}
      <PlannedEntries planned={planned} req={req} matter={matter} />
      {!first_new && <div id="newest" />}
    </section>
  )
}

/** One entry of those that were read; hidden if there is none with this id anymore. */
export function StreamEntryItem(props: {
  entry: StreamEntry
  read: Awaited<ReturnType<typeof readEntries>>
  req: PageRequest
}) {
  const { entry, read, req } = props
  const { id } = entry
  const message = read.messages.get(id)
  if (message) return <MessageEntry message={message} req={req} />
  const note = read.notes.get(id)
  if (note) return <NoteEntry note={note} req={req} />
  const correction = read.corrections.get(id)
  if (correction) return <CorrectionEntry correction={correction} req={req} />
  const email = read.emails.get(id)
  return email ? <EmailEntry email={email} req={req} /> : <StepEntry entry={entry} req={req} />
}
