import type { ComponentChildren } from "preact"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { PostButton } from "../../../web/ui/components/button.tsx"

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
export type Side = "client" | "firm" | "internal" | "event" | "planned"

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
