import type { ComponentChildren } from "preact"
import { Icon, type IconName } from "./icon.tsx"
import type { Tone } from "./tag.tsx"

export interface BannerProps {
  tone?: Tone
  title?: ComponentChildren
  /** `status` or `alert` for something that has just happened; undefined for standing information. */
  role?: "status" | "alert"
  id?: string
  /** Lets an address that ends in `#id` focus the banner, so that screen readers read it out. */
  focusable?: boolean
  children?: ComponentChildren
  actions?: ComponentChildren
}

const icons: Record<Tone, IconName> = {
  neutral: "info",
  accent: "info",
  info: "info",
  success: "check-circle",
  warning: "alert",
  danger: "alert",
}

/** Something the reader should know before they continue. */
export function Banner(props: BannerProps) {
  const tone = props.tone ?? "info"
  return (
    <div
      class={`banner tone-${tone}`}
      role={props.role}
      id={props.id}
      tabindex={props.focusable ? -1 : undefined}
    >
      <Icon name={icons[tone]} />
      <div class="banner-body">
        {props.title && <p class="banner-title">{props.title}</p>}
        {props.children}
      </div>
      {props.actions && <div class="banner-actions">{props.actions}</div>}
    </div>
  )
}

/** A note within the page, marked by a line at its side. */
export function Notice(props: { tone?: Tone; children: ComponentChildren }) {
  return <div class={`notice tone-${props.tone ?? "neutral"}`}>{props.children}</div>
}
