// Settings in days: until the firm replies to clients, until a link expires, until a matter is stalled.
import type { Firm } from "../../firms/firms.ts"
import { replyDays, replyDaysOf } from "../../firms/reply-days.ts"
import { invitationDaysOf, max_invitation_days } from "../../matters/invitation-expiry.ts"
import type { Fault } from "../../platform/errors.ts"
import { max_stalled_days, stalledDaysOf } from "../../queues/queue.ts"
import { Card } from "../../ui/components/card.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"

interface DaysProps {
  firm: Firm
  refused: RefusedForm | undefined
}

/** The number of working days in which clients are promised a reply. */
export function ReplyDaysField({ firm, refused }: DaysProps) {
  return (
    <SelectField
      {...fieldOf(refused, "reply_days", String(replyDaysOf(firm)))}
      label="Reply to clients"
      hint="Clients see this date after they submit."
      options={replyDays.map((days) => ({ value: String(days), label: replyWords(String(days)) }))}
    />
  )
}

/** The number of days until an unused link expires, and until a matter is stalled. */
export function DaysCards({ firm, refused }: DaysProps) {
  const number = { inputmode: "numeric", autocomplete: "off", maxlength: 3, width: 5 } as const
  return (
    <>
      <Card title="Invitations">
        <TextField
          {...fieldOf(refused, "invitation_days", invitationDaysText(firm))}
          {...number}
          label="Days until an unused link expires"
          hint="Leave this empty for links that never expire. It applies to links sent from now on. A client who has started is never locked out."
        />
      </Card>
      <Card title="Home">
        <TextField
          {...fieldOf(refused, "stalled_days", String(stalledDaysOf(firm.settings)))}
          {...number}
          label="Days until a matter is stalled"
          hint="A matter that has not been submitted is listed as stalled after this many days without activity or a reminder."
        />
      </Card>
    </>
  )
}

export function storedReplyDays(firm: Pick<Firm, "settings">): StoredField {
  return {
    name: "reply_days",
    label: "Reply to clients",
    value: String(replyDaysOf(firm)),
    show: replyWords,
  }
}

export function storedDays(firm: Pick<Firm, "settings">): StoredField[] {
  const show = (days: string) => `${days} days`
  const stalled = String(stalledDaysOf(firm.settings))
  return [
    { name: "invitation_days", label: "Links expire after", value: invitationDaysText(firm), show },
    { name: "stalled_days", label: "Stalled after", value: stalled, show },
  ]
}

interface Days {
  /** 0, which promises nothing, if the form has no known value. */
  reply_days: number
  /** Null if links never expire. */
  invitation_days: number | null
  /** Unchanged if the form has no such field. */
  stalled_days: number
}

/** Parses the days; adds any faults to `faults`. */
export function readDays({ form, staff }: PageRequest, faults: Fault[]): Days {
  const read = (param: string, what: string, max: number, orNothing = "") => {
    const text = textOf(form, param)
    const days = /^\d{1,3}$/.test(text) ? Number(text) : 0
    if (days >= 1 && days <= max) return days
    const message = `Enter the days until ${what} as a whole number from 1 to ${max}${orNothing}.`
    faults.push({ param, code: "out_of_range", message })
    return 0
  }
  return {
    reply_days: replyDays.find((days) => String(days) === textOf(form, "reply_days")) ?? 0,
    stalled_days: form.stalled_days
      ? read("stalled_days", "a matter is stalled", max_stalled_days)
      : stalledDaysOf(staff.firm.settings),
    invitation_days: textOf(form, "invitation_days")
      ? read("invitation_days", "an unused link expires", max_invitation_days, ", or leave this empty")
      : null,
  }
}

function replyWords(days: string): string {
  if (days === "0") return "Not promised"
  return days === "1" ? "Within one working day" : `Within ${days} working days`
}

function invitationDaysText({ settings }: Pick<Firm, "settings">): string {
  return String(invitationDaysOf(settings) ?? "")
}
