import type { ComponentChildren } from "preact"

/** Repeats on every sheet of a printed page; hidden on the screen. First in an element of the class `printed-page`. */
export function PrintedHead(props: { record: ComponentChildren; firm: string; day: string }) {
  return (
    <div class="printed-head printed-only">
      <div class="printed-line">
        <span>{props.record}</span>
        <span>
          {props.firm}, {props.day}
        </span>
      </div>
    </div>
  )
}
