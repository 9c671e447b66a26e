import type { ComponentChildren } from "preact"
import { type FileItem, FileList } from "./file-list.tsx"

export interface ConversationEntry {
  id: string
  by: string
  at: { datetime: string; text: string }
  text: string
  files: readonly FileItem[]
  /** Written by the reader's own side; styled differently. */
  is_own: boolean
  /** Marks a message the reader has not seen. */
  mark?: ComponentChildren
}

/** Messages between two sides, oldest first; `files_label` names the file list of a message. */
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
