import { type DatePrecision, datePrecisions } from "../../../../../definition/values/dates.ts"
import { textOf } from "../../../../../web/console/page-request.ts"
import type { FormReader } from "../form-reader.ts"

const labels: Record<DatePrecision, string> = {
  day: "The full date",
  month: "The month and the year",
  year: "The year",
}

/** How much of a date can be enough, for a drop-down list. */
export const precisionOptions = datePrecisions.map((value) => ({ value, label: labels[value] }))

/** The chosen precision; undefined for the full date, which needs no setting. */
export function readPrecision({ form }: FormReader, name: string): DatePrecision | undefined {
  const chosen = datePrecisions.find((each) => each === textOf(form, name))
  return chosen === "day" ? undefined : chosen
}
