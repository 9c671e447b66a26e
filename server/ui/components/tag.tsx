import type { ComponentChildren } from "preact"

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "info"

/** A state in a word or two. Never told by color alone. */
export function Tag(props: { tone?: Tone; children: ComponentChildren }) {
  return <strong class={`tag tone-${props.tone ?? "neutral"}`}>{props.children}</strong>
}
