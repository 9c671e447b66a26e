import type { ComponentChildren } from "preact"
import { type FileItem, FileList } from "./file-list.tsx"

export interface ConversationEntry {
  id: string
  by: string
  at: { datetime: string; text: string }
  text: string
  files: readonly FileItem[]
  /** Of the reader's own side: it stands apart from what the other side wrote. */
  is_own: boolean
  /** A word for what the reader has not seen before. */
  mark?: ComponentChildren
}

/** What two sides wrote to each other, oldest first; `files_label` names the files of a message. */
export function Conversation(props: {
  label: string
  files_label: string
  entries: readonly ConversationEntry[]
}) {
  return (
    <ol class="conversation" aria-label={props.label}>
      {props.entries.map(({ id, by, at, text, files, is_own, mark }) => (
        <li class={is_own ? "message message-own" : "message"} key={id} id={id}>
          <p class="message-meta">
            <strong>{by}</strong> <time datetime={at.datetime}>{at.text}</time> {mark}
          </p>
          <p class="long-text">{text}</p>
          {files.length > 0 && <FileList label={props.files_label} files={files} />}
        </li>
      ))}
    </ol>
  )
}
