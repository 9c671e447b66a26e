import { max_stalled_days, stalledDaysOf } from "../../queues/queue.ts"
import { Card } from "../../ui/components/card.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

const name = "stalled_days"

export function storedStalledDays(settings: Readonly<Record<string, unknown>>): StoredField {
  const show = (days: string) => `${days} days`
  return { name, label: "Stalled after", value: String(stalledDaysOf(settings)), show }
}

/** On the settings page: after how many days a matter is listed as stalled. */
export function StalledDaysCard({ refused, req }: { refused: RefusedForm | undefined; req: PageRequest }) {
  return (
    <Card title="Home">
      <TextField
        {...fieldOf(refused, name, String(stalledDaysOf(req.staff.firm.settings)))}
        label="Days until a matter is stalled"
        hint="A matter the client has not submitted is listed as stalled after so many days without activity or a reminder."
        inputmode="numeric"
        autocomplete="off"
        maxlength={3}
        width={5}
      />
    </Card>
  )
}

/** The days that were typed, or those stored where the form did not ask; undefined for anything else. */
export function readStalledDays({ form, staff }: PageRequest): number | undefined {
  if (!form[name]) return stalledDaysOf(staff.firm.settings)
  const text = textOf(form, name)
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= max_stalled_days ? days : undefined
}

export const stalledDaysFault = {
  param: name,
  code: "out_of_range",
  message: `Enter the days until a matter is stalled as a whole number from 1 to ${max_stalled_days}.`,
}
