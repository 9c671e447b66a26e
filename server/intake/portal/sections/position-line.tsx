import type { ComponentChildren } from "preact"

/** Where a page is in the questionnaire. */
export interface Position {
  /** The section's title. */
  part?: string
  /** Progress through the questionnaire, out of `max`. */
  value?: number
  max?: number
  /** The list of all sections, shown at the side on wide screens. */
  rail: ComponentChildren
  /** The people named so far, beside the form. */
  aside?: ComponentChildren
}

/** The position in words and as a thin bar, above the heading. */
export function PositionLine({ position: { part, value = 0, max } }: { position: Position }) {
  if (part === undefined) return null
  return (
    <>
      <p class="position">
        <b>{part}</b>
      </p>
      {/* Without numbers: answers add parts and take some away, so a count would move while the client walks. */}
      <progress class="progress position-bar" aria-hidden="true" value={value} max={max} />
    </>
  )
}
