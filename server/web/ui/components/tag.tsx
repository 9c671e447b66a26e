import type { ComponentChildren } from "preact"

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "info"

/** A status in a word or two, so that color is never the only cue. */
export function Tag(props: { tone?: Tone; children: ComponentChildren }) {
  return <strong class={`tag tone-${props.tone ?? "neutral"}`}>{props.children}</strong>
}
