import type { WhoMayServe } from "../../../../definition/conditions/who-may-serve.ts"
import { type DatePrecision, datePrecisions } from "../../../../definition/values/dates.ts"
import { checkbox, list } from "../../../../web/console/forms/choice-fields.tsx"
import { type Field, mapped } from "../../../../web/console/forms/field.ts"

/** Who may be chosen for a role, or in answer to a question about a person. */
export function whoMayServeFields({ adults_only, not_clients }: WhoMayServe) {
  return {
    adults_only: flag({
      label: "Adults only",
      hint: "Leaves out people whose date of birth says they are under 18.",
      value: adults_only,
    }),
    not_clients: flag({
      label: "Not the clients",
      hint: "For someone who acts in their place, such as a guardian of their children.",
      value: not_clients,
    }),
  }
}

/** A setting that is stored only while it is on. */
export function flag({ value = false, ...props }: Parameters<typeof checkbox>[0]) {
  return mapped(checkbox({ ...props, value }), (isOn) => isOn || undefined)
}

const precisionLabels: Record<DatePrecision, string> = {
  day: "The full date",
  month: "The month and the year",
  year: "The year",
}

/** How much of a date can be enough; undefined for the full date, which needs no setting. */
export function precisionField(props: {
  label: string
  hint?: string
  value: DatePrecision | undefined
}): Field<DatePrecision | undefined> {
  const options = datePrecisions.map((value) => ({ value, label: precisionLabels[value] }))
  return mapped(list({ ...props, options, value: props.value ?? "day" }), (value) =>
    value === "day" ? undefined : value,
  )
}
