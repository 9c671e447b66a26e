import type { ComponentChildren } from "preact"
import type { Tone } from "./tag.tsx"

export interface TimelineEntry {
  id: string
  title: ComponentChildren
  at: ComponentChildren
  by?: ComponentChildren
  tone?: Tone
  children?: ComponentChildren
}

/** A list of events, in the caller's order. */
export function Timeline(props: { label?: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol class="timeline" aria-label={props.label}>
      {props.entries.map((entry) => (
        <li class={`timeline-entry tone-${entry.tone ?? "neutral"}`} key={entry.id} id={entry.id}>
          <p class="timeline-title">{entry.title}</p>
          <p class="timeline-meta">
            {entry.at}
            {entry.by && <span> · {entry.by}</span>}
          </p>
          {entry.children && <div class="timeline-body">{entry.children}</div>}
        </li>
      ))}
    </ol>
  )
}
