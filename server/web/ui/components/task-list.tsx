import type { ComponentChildren } from "preact"
import { Icon } from "./icon.tsx"
import { Tag, type Tone } from "./tag.tsx"

export interface Task {
  id: string
  title: ComponentChildren
  /** Undefined while the task cannot be started. */
  href?: string
  hint?: ComponentChildren
  status: { text: string; tone?: Tone; done?: boolean }
}

/** Tasks and their status; the entire row is clickable. */
export function TaskList(props: { tasks: readonly Task[]; label?: string }) {
  return (
    <ul class="task-list" aria-label={props.label}>
      {props.tasks.map((task) => (
        <li class="task" key={task.id}>
          <div class="task-name">
            {task.href ? (
              <a href={task.href} aria-describedby={`${task.id}-status`}>
                {task.title}
              </a>
            ) : (
              task.title
            )}
            {task.hint && <div class="hint">{task.hint}</div>}
          </div>
          <div class="task-status" id={`${task.id}-status`}>
            {task.status.done ? (
              <span class="task-done">
                <Icon name="check-circle" />
                {task.status.text}
              </span>
            ) : (
              <Tag tone={task.status.tone}>{task.status.text}</Tag>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
