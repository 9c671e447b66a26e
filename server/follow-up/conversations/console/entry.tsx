import type { ComponentChildren } from "preact"
import type { TopicMessage } from "../../../intake/messages/messages.ts"
import { bytesText } from "../../../platform/text/sizes-and-ages.ts"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { timeText, When } from "../../../web/console/times.tsx"
import { IfPermitted, LinkButton, PostButton } from "../../../web/ui/components/button.tsx"
import { FileList } from "../../../web/ui/components/file-list.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { conversationUrl, newest } from "./urls.ts"

/** What a form that acts on an entry sends along: the entry, and the page to return to without script. */
export function hereFields(id: string, req: PageRequest) {
  return { entry: id, back: req.url }
}

export function EntryButton(props: Parameters<typeof PostButton>[0] & { id: string; req: PageRequest }) {
  const { id, req, fields, ...button } = props
  return <PostButton {...button} fields={{ ...hereFields(id, req), ...fields }} small inPlace />
}

/**
 * Whose side an entry is on: the client's, the firm's to the client, the firm's alone, or that of neither; or it is
 * not written yet.
 */
type Side = "client" | "firm" | "internal" | "event" | "planned"

/** One entry of the stream: its kind, author and time, its text, and what can be done with it. */
export function Entry(props: {
  id: string
  side: Side
  kind: ComponentChildren
  by: string
  at: Date | string | null
  req: PageRequest
  /** After the time. */
  about?: ComponentChildren
  text?: string
  children?: ComponentChildren
  actions?: ComponentChildren
}) {
  const { id, side, kind, by, at, req, about, text, children, actions } = props
  return (
    <li id={id} class={`entry entry-${side}`}>
      <p class="entry-meta">
        {kind} {by && <strong>{by}</strong>} <When at={at} req={req} in_text /> {about}
      </p>
      {text && <p class="long-text">{text}</p>}
      {children}
      {actions && <div class="queue-actions">{actions}</div>}
    </li>
  )
}

export function MessageEntry({ message, req }: { message: TopicMessage; req: PageRequest }) {
  const home = `/console/matters/${req.param("matter_id")}`
  const { id, is_from_client, read_by, files, subject, question_id, about } = message
  const line = question_id && `${home}/review#${about ? `${question_id}-${about}` : question_id}`
  return (
    <Entry
      id={id}
      side={is_from_client ? "client" : "firm"}
      kind={<span class="visually-hidden">{is_from_client ? "From the client:" : "To the client:"}</span>}
      by={message.by_name || "Client"}
      at={message.written_at}
      req={req}
      about={<>· {line ? <a href={line}>{subject}</a> : subject}</>}
      text={message.text}
      actions={message.is_last_of_topic && <TopicActions message={message} req={req} />}
    >
      {files.length > 0 && (
        <FileList
          label="Files of this message"
          files={files.map(({ document_id, filename, size }) => ({
            id: document_id,
            name: filename,
            href: `${home}/documents/${document_id}`,
            detail: bytesText(size),
          }))}
        />
      )}
      {read_by.length > 0 && (
        <p class="entry-meta">
          Read by {read_by.map(({ name, at }) => `${name}, ${timeText(new Date(at), req)}`).join(" · ")}
        </p>
      )}
    </Entry>
  )
}

function TopicActions({ message, req }: { message: TopicMessage; req: PageRequest }) {
  const { id, topic_id, subject, waiting_since } = message
  const matter_id = req.param("matter_id")
  const home = `/console/matters/${matter_id}`
  const about = `about ${subject}`
  return (
    <>
      {waiting_since && <Tag tone="warning">Reply due</Tag>}
      {waiting_since && (
        <EntryButton
          action={`${home}/messages/${topic_id}/no-reply`}
          about={about}
          variant="quiet"
          id={id}
          req={req}
        >
          No reply needed
        </EntryButton>
      )}
      <IfPermitted href={`${home}/conversation`}>
        <LinkButton
          href={`${conversationUrl(matter_id, { to: "client", reply: topic_id })}${newest}`}
          about={about}
          variant={message.is_from_client ? "secondary" : "quiet"}
          small
        >
          Reply
        </LinkButton>
      </IfPermitted>
    </>
  )
}
