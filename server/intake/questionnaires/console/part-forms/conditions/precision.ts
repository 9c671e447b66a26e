import { type DatePrecision, datePrecisions } from "../../../../../definition/values/dates.ts"
import { list } from "../../../../../web/console/forms/choice-fields.tsx"
import { type Field, mapped } from "../../../../../web/console/forms/field.ts"

const labels: Record<DatePrecision, string> = {
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
  const options = datePrecisions.map((value) => ({ value, label: labels[value] }))
  return mapped(list({ ...props, options, value: props.value ?? "day" }), (value) =>
    value === "day" ? undefined : value,
  )
}
