import { describedBy, FieldGroup, type FieldProps } from "./field.tsx"

export type DatePart = "day" | "month" | "year"

export interface DateFieldProps extends FieldProps {
  /** As typed, so that an unreadable part is not lost. */
  value?: Partial<Record<DatePart, string>>
  labels: Record<DatePart, string>
  /** The parts marked as faulty; all three if there is an error but no list. */
  faults?: readonly DatePart[]
  /** Lets the browser autofill the reader's birthday. */
  birthday?: boolean
}

const order: readonly DatePart[] = ["month", "day", "year"]

/**
 * A memorable date, in three inputs named `<name>_month`, `<name>_day`, `<name>_year`. The month takes a number or a
 * name. The first input has the id; the others have `<id>-day` and `<id>-year`.
 */
export function DateField(props: DateFieldProps) {
  const faults = props.error ? (props.faults ?? order) : []
  return (
    <FieldGroup {...props}>
      <div class="date-parts">
        {order.map((part, index) => {
          const id = index === 0 ? props.id : `${props.id}-${part}`
          return (
            <div class="date-part" key={part}>
              <label class="date-label" for={id}>
                {props.labels[part]}
              </label>
              <input
                class={
                  part === "day" ? "input input-2" : part === "month" ? "input input-5" : "input input-4"
                }
                id={id}
                name={`${props.name ?? props.id}_${part}`}
                type="text"
                dir={part === "month" ? undefined : "ltr"}
                // A numeric keypad could not type month names.
                inputmode={part === "month" ? "text" : "numeric"}
                autocomplete={props.birthday ? `bday-${part}` : "off"}
                // Room for a whole date, pasted into any of the boxes.
                maxlength={40}
                value={props.value?.[part]}
                readonly={props.readonly}
                disabled={props.disabled}
                aria-invalid={faults.includes(part) ? "true" : undefined}
                aria-describedby={index === 0 ? describedBy({ id: props.id, error: props.error }) : undefined}
                data-part={part}
                {...props.attributes}
              />
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
