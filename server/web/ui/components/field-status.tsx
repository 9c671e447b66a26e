import type { ComponentChildren } from "preact"

export type SaveState = "idle" | "saving" | "saved" | "waiting" | "failed" | "conflict"

/** The autosave status below a field. An island updates `data-state` and the text. */
export function FieldStatus(props: { id: string; state?: SaveState; children?: ComponentChildren }) {
  return (
    <p class="field-status" id={`${props.id}-status`} data-state={props.state ?? "idle"} role="status">
      {props.children}
    </p>
  )
}
