import type { ComponentChildren } from "preact"

export interface ConversationEntry {
  id: string
  by: string
  at: { datetime: string; text: string }
  text: string
  /** Of the reader's own side: it stands apart from what the other side wrote. */
  is_own: boolean
  /** A word for what the reader has not seen before. */
  mark?: ComponentChildren
}

/** What two sides wrote to each other, oldest first. */
export function Conversation(props: { label: string; entries: readonly ConversationEntry[] }) {
  return (
    <ol class="conversation" aria-label={props.label}>
      {props.entries.map(({ id, by, at, text, is_own, mark }) => (
        <li class={is_own ? "message message-own" : "message"} key={id} id={id}>
          <p class="message-meta">
            <strong>{by}</strong> <time datetime={at.datetime}>{at.text}</time> {mark}
          </p>
          <p class="long-text">{text}</p>
        </li>
      ))}
    </ol>
  )
}
