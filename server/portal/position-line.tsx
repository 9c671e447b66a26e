import type { ComponentChildren } from "preact"

/** Above the heading, and at the side where there is room. */
export interface Position {
  /** The part a page belongs to, and which of how many it is. */
  part?: string
  count?: string
  /** How far along the whole, of `max`. */
  value?: number
  max?: number
  /** All parts, with what is done of them. */
  rail: ComponentChildren
}

/** Where one is, in words and as a thin bar. */
export function PositionLine({ position: { part, count, value = 0, max } }: { position: Position }) {
  if (part === undefined) return null
  return (
    <>
      <p class="position">
        <b>{part}</b> <span>{count}</span>
      </p>
      {/* The words above say it. */}
      <progress class="progress position-bar" aria-hidden="true" value={value} max={max} />
    </>
  )
}
