import type { ComponentChildren } from "preact"
import { Icon } from "./icon.tsx"

export interface FileItem {
  id: string
  name: string
  href?: string
  /** The address of a thumbnail to show instead of the icon. */
  picture?: string | undefined
  /** Size, time and uploader. */
  detail?: ComponentChildren
  /** Buttons that act on this file. */
  actions?: ComponentChildren
}

/** A list of stored files. */
export function FileList(props: {
  label: string
  files: readonly FileItem[]
  /** One line a file, where there is room. */
  dense?: boolean
}) {
  return (
    <ul class={props.dense ? "file-list file-list-dense" : "file-list"} aria-label={props.label}>
      {props.files.map((file) => (
        <li class="file-item" key={file.id} id={file.id}>
          {file.picture ? (
            <img class="file-picture" src={file.picture} alt="" loading="lazy" />
          ) : (
            <Icon name="file" />
          )}
          <div class="file-body">
            {file.href ? (
              <a class="file-name" href={file.href}>
                {file.name}
              </a>
            ) : (
              <span class="file-name">{file.name}</span>
            )}
            {file.detail && <div class="file-detail">{file.detail}</div>}
          </div>
          {file.actions && <div class="file-actions">{file.actions}</div>}
        </li>
      ))}
    </ul>
  )
}
