import type { ComponentChildren } from "preact"
import { FieldError } from "./field.tsx"
import { Icon } from "./icon.tsx"

export interface FileItem {
  id: string
  name: string
  href?: string
  /** Address of a small picture of it, in place of the icon. */
  picture?: string | undefined
  /** Size, time, who: one quiet line. */
  detail?: ComponentChildren
  error?: string
  /** 0 to 100 while it is on its way. */
  progress?: number
  /** Buttons that act on this file. */
  actions?: ComponentChildren
}

/** Files already there or on their way. */
export function FileList(props: { label: string; files: readonly FileItem[] }) {
  return (
    <ul class="file-list" aria-label={props.label}>
      {props.files.map((file) => (
        <li class="file-item" key={file.id} id={file.id}>
          {file.picture ? <img class="file-picture" src={file.picture} alt="" /> : <Icon name="file" />}
          <div class="file-body">
            {file.href ? (
              <a class="file-name" href={file.href}>
                {file.name}
              </a>
            ) : (
              <span class="file-name">{file.name}</span>
            )}
            {file.detail && <span class="file-detail">{file.detail}</span>}
            {file.progress !== undefined && (
              <progress class="progress" max={100} value={file.progress} aria-label={file.name} />
            )}
            {file.error && <FieldError id={`${file.id}-error`}>{file.error}</FieldError>}
          </div>
          {file.actions && <div class="file-actions">{file.actions}</div>}
        </li>
      ))}
    </ul>
  )
}
