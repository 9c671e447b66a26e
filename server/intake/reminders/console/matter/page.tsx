import { badRequest, conflict } from "../../../../platform/errors.ts"
import { checkboxes } from "../../../../web/console/forms/choice-fields.tsx"
import { emailFlash } from "../../../../web/console/forms/flash.ts"
import { form } from "../../../../web/console/forms/form.ts"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { timeText } from "../../../../web/console/times.tsx"
import type { Redirect } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { List } from "../../../../web/ui/components/list.tsx"
import { matterForm } from "../../../matters/console/frame/frame.tsx"
import { requireMatter } from "../../../matters/console/frame/require-matter.ts"
import { messageField } from "../../../matters/console/invitations/invitation-fields.tsx"
import { recipientLabel } from "../../../matters/console/invitations/sending.tsx"
import { switchReminders } from "../../../matters/filing/filing.ts"
import type { InvitationRow } from "../../../matters/invitations/invitations.ts"
import type { MatterRow } from "../../../matters/matter-row.ts"
import { readPending } from "../../pending.ts"
import { findRemindable, remindClients } from "../../remind.ts"
import { notRemindedWords } from "../../words.ts"

export function reminderRoutes(console: Console): void {
  const base = "/console/matters/:matter_id"
  console.form(`${base}/reminders`, remindForm, { audit: { action: "clients_reminded" } })
  console.action(`${base}/reminder-schedule`, changeSchedule)
}

export const nothing_missing = "Nothing required is missing. The email asks the client to submit."

/** The items that a reminder of this matter lists; empty if nothing required is missing. */
export async function reminderLines(
  { tx, parts }: Pick<PageRequest, "tx" | "parts">,
  matter: Pick<MatterRow, "id" | "is_submitted" | "started_at" | "completed_at">,
): Promise<string[]> {
  const { missing_lines, subject_lines, open_lines } = await readPending(tx, parts.ring, matter.id, {
    language: "en",
    is_begun: matter.started_at !== null || matter.completed_at !== null,
    reader: "firm",
  })
  const lines = matter.completed_at !== null ? [] : matter.is_submitted ? subject_lines : missing_lines
  return [...lines.map((line) => line.replace(/^• /, "")), ...open_lines.map((line) => `Still open: ${line}`)]
}

const remindForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const found = await findRemindable(req.tx, matter)
    const { why } = found
    const recipients = found.why ? [] : found.recipients
    const lines = why ? [] : await reminderLines(req, matter)
    const fields = {
      invitation: checkboxes({
        label: "Who gets an email?",
        hint: "Each with their own link, in their language.",
        options: recipients.map((recipient) => ({
          value: recipient.id,
          label: recipientLabel(recipient),
          hint: hintOf(recipient, req),
        })),
        value: recipients.filter(({ party }) => party !== "helper").map(({ id }) => id),
      }),
      message: messageField("reminder"),
    }
    return {
      ...matterForm(matter, "Remind the client"),
      obstacle: why && {
        title: "No one can be reminded now",
        text: notRemindedWords[why].sentence,
        icon: "mail",
        link: "Back to the matter",
      },
      fields,
      layout: (show) => (
        <>
          <Card>{show(fields)}</Card>
          <Card title={titleOf(matter, lines)}>
            {lines.length > 0 ? <List items={lines} /> : <p>{nothing_missing}</p>}
          </Card>
        </>
      ),
      record: matter.id,
      icon: "mail",
      submit: "Send the reminder",
    }
  },
  save: async ({ tx, parts, form: typed }, { message }, id) => {
    // As typed: the page no longer offers those whom a colleague has just reminded, and the refusal says why.
    const only = typed.invitation ?? []
    if (only.length === 0) {
      const fault = { param: "invitation", code: "required", message: "Choose who gets an email." }
      throw badRequest([fault])
    }
    const { reminded, why } = await remindClients(tx, parts, id, { only, message })
    if (reminded === 0) throw conflict("nobody_reminded", notRemindedWords[why ?? "just_reminded"].sentence)
    return { done: emailFlash(parts, "clients_reminded") }
  },
})

function titleOf({ is_submitted }: MatterRow, lines: readonly string[]): string {
  if (lines.length === 0) return "What the email says"
  return is_submitted ? "What the email asks for" : "What the email lists as missing or open"
}

function hintOf({ email, last_reminded_at }: InvitationRow, req: PageRequest): string {
  return last_reminded_at ? `${email}. Reminded ${timeText(last_reminded_at, req)}.` : email
}

/** Includes the clients of a matter in the firm's schedule and in bulk reminders, or leaves them out. */
async function changeSchedule(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const turn = trimmedTextOf(req.form, "turn") === "on" ? "on" : "off"
  await switchReminders(req.tx, id, turn)
  const to = `/console/matters/${id}`
  const undo = { action: `${to}/reminder-schedule`, fields: { turn: turn === "on" ? "off" : "on" } }
  return { to, flash: { done: `matter_reminders_${turn}`, undo } }
}
