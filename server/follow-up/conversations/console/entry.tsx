import type { ComponentChildren } from "preact"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { When } from "../../../web/console/times.tsx"
import { PostForm } from "../../../web/ui/components/button.tsx"

/** A form that acts on an entry, in place. Without script, it returns to the page it was on. */
export function EntryForm(props: {
  action: string
  id: string
  req: PageRequest
  children: ComponentChildren
}) {
  const { action, id, req, children } = props
  return (
    <PostForm action={action} data-in-place>
      <HereFields id={id} req={req} />
      {children}
    </PostForm>
  )
}

export function HereFields({ id, req }: { id: string; req: PageRequest }) {
  return (
    <>
      <input type="hidden" name="entry" value={id} />
      <input type="hidden" name="back" value={req.url} />
    </>
  )
}

/** One entry of the stream: its kind, author and time, its text, and what can be done with it. */
export function Entry(props: {
  id: string
  kind: ComponentChildren
  by: string
  at: Date | null
  req: PageRequest
  /** After the time. */
  about?: ComponentChildren
  text?: string
  children?: ComponentChildren
  actions?: ComponentChildren
}) {
  const { id, kind, by, at, req, about, text, children, actions } = props
  return (
    <li id={id}>
      <div class="queue-item">
        <p class="cell-note">
          {kind} {by && <strong>{by}</strong>} <When at={at} req={req} /> {about}
        </p>
        {text && <p class="long-text">{text}</p>}
        {children}
      </div>
      {actions && <div class="queue-actions">{actions}</div>}
    </li>
  )
}
