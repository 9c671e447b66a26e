import { invitationDaysOf, max_invitation_days } from "../../matters/invitation-expiry.ts"
import type { Fault } from "../../platform/errors.ts"
import { Card } from "../../ui/components/card.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

const name = "invitation_days"

type Settings = Readonly<Record<string, unknown>>

export function storedInvitationDays(settings: Settings): StoredField {
  return { name, label: "Links expire after", value: daysText(settings), show: (days) => `${days} days` }
}

/** On the settings page: after how many days a link expires that nobody has started with. */
export function InvitationDaysCard({ refused, req }: { refused: RefusedForm | undefined; req: PageRequest }) {
  return (
    <Card title="Invitations">
      <TextField
        {...fieldOf(refused, name, daysText(req.staff.firm.settings))}
        label="Days until an unused link expires"
        hint="Leave it empty for links that never expire. It holds for links sent from now on. A client who has started is never locked out."
        inputmode="numeric"
        autocomplete="off"
        maxlength={3}
        width={5}
      />
    </Card>
  )
}

/** The days that were typed, null for never; a fault goes to `faults`. */
export function readInvitationDays({ form }: Pick<PageRequest, "form">, faults: Fault[]): number | null {
  const text = textOf(form, name)
  if (text === "") return null
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= max_invitation_days) return days
  const message = `Enter the days until an unused link expires as a whole number from 1 to ${max_invitation_days}, or nothing.`
  faults.push({ param: name, code: "out_of_range", message })
  return null
}

function daysText(settings: Settings): string {
  return String(invitationDaysOf(settings) ?? "")
}
