import type { MatterDetails } from "../../../intake/matters/console/frame/frame.tsx"
import type { Flash } from "../../../web/console/forms/flash.ts"
import { type PageRequest, trimmedTextOf } from "../../../web/console/page-request.ts"
import { LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { listPlanned, type PlannedMessage, reasons, takeBack } from "../planned-messages.ts"
import { Entry } from "./entry.tsx"
import { conversationUrl, newest } from "./urls.ts"

/** Messages that are sent later, with their times; their authors change them, and everyone can take them back. */
export function PlannedEntries({ planned, req, matter }: PlannedProps) {
  const url = conversationUrl(req.param("matter_id"))
  return (
    <ol class="entries" id="planned" data-live aria-label="To be sent later">
      {planned.map((message) => (
        <Entry
          key={message.id}
          id={message.id}
          side="planned"
          kind={message.held_back ? "Not sent:" : "Will be sent"}
          by=""
          at={message.send_at}
          req={req}
          about={
            <>
              {message.held_back && `, because ${reasons[message.held_back]}`}
              {message.subject && `· ${message.subject}`} · {message.by_name}
            </>
          }
          text={message.text}
          actions={
            <>
              {message.written_by === req.staff.user_id && matter.state !== "closed" && (
                <LinkButton href={`${changeUrl(req, message)}${newest}`} variant="quiet" small>
                  Change
                </LinkButton>
              )}
              <PostButton
                action={url}
                fields={{ to: "planned", message_id: message.id }}
                variant="quiet"
                small
                inPlace
              >
                Take back
              </PostButton>
            </>
          }
        />
      ))}
    </ol>
  )
}

interface PlannedProps {
  planned: readonly PlannedMessage[]
  req: PageRequest
  matter: Pick<MatterDetails, "state">
}

function changeUrl(req: PageRequest, { id, topic_id }: PlannedMessage): string {
  return conversationUrl(req.param("matter_id"), { to: "client", reply: topic_id ?? "new", change: id })
}

/** Takes a planned message back; its author can undo that. */
export async function takeMessageBack(req: PageRequest, matter_id: string): Promise<Flash> {
  const id = trimmedTextOf(req.form, "message_id")
  const message = (await listPlanned(req.tx, req.parts.ring, matter_id)).find((each) => each.id === id)
  await takeBack(req.tx, matter_id, id)
  const isOwn = message?.written_by === req.staff.user_id && message.send_at > req.tx.now
  if (!isOwn) return { done: "message_taken_back" }
  const { topic_id, subject, text, send_local } = message
  const fields = {
    to: "client",
    reply: topic_id ?? "new",
    subject,
    text,
    send_at: send_local,
    message_id: id,
  }
  return { done: "message_taken_back", undo: { action: conversationUrl(matter_id), fields } }
}
