import type { ComponentChildren } from "preact"

export interface DayEntry {
  key: string
  href: string
  name: string
  note: ComponentChildren
  action?: ComponentChildren
}

/** Entries that wait for the same reason, next to a link to the list of all of them. */
export function DayQueue(props: {
  id: string
  title: string
  /** In words, with a plus where counting stopped. */
  count: string
  /** The list that has the same number of entries. */
  href: string
  entries: readonly DayEntry[]
}) {
  return (
    <div class="day-queue" id={props.id}>
      <h3 class="day-title">
        <a href={props.href}>
          {props.title} <span class="count">{props.count}</span>
        </a>
      </h3>
      <ul class="day-list">
        {props.entries.map(({ key, href, name, note, action }) => (
          <li key={key}>
            <a class="queue-name" href={href} title={name}>
              {name}
            </a>
            <span class="day-note">{note}</span>
            {action}
          </li>
        ))}
      </ul>
    </div>
  )
}
