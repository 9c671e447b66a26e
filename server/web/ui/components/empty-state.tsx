import type { ComponentChildren } from "preact"
import { Icon, type IconName } from "./icon.tsx"

/** Explains that a list is empty and offers the next step. */
export function EmptyState(props: {
  icon?: IconName
  title: string
  children?: ComponentChildren
  action?: ComponentChildren
}) {
  return (
    <div class="empty-state">
      <span class="empty-icon">
        <Icon name={props.icon ?? "folder"} />
      </span>
      <p class="empty-title">{props.title}</p>
      {props.children && <div class="empty-text">{props.children}</div>}
      {props.action}
    </div>
  )
}
