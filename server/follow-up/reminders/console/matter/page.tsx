import { listOpenSubjects } from "../../../../intake/corrections/corrections.ts"
import { readMessage } from "../../../../intake/matters/console/invitations/form-values.ts"
import { inviteeName, partyWords } from "../../../../intake/matters/console/invitations/labels.ts"
import { MessageField } from "../../../../intake/matters/console/invitations/message-field.tsx"
import { hasRemindersOff, switchReminders } from "../../../../intake/matters/filing.ts"
import type { MatterRow } from "../../../../intake/matters/matter-row.ts"
import { definitionOf } from "../../../../intake/matters/progress/definition.ts"
import { loadMatter } from "../../../../intake/submissions/loaded-matter.ts"
import { readReadiness } from "../../../../intake/submissions/missing/missing.ts"
import { openItemsInWords } from "../../../../intake/submissions/missing/open-items.ts"
import { badRequest, conflict, type Fault } from "../../../../platform/errors.ts"
import { emailFlash } from "../../../../web/console/forms/flash.ts"
import type { StoredField } from "../../../../web/console/forms/stale-forms.tsx"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  tickedOr,
} from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { timeText } from "../../../../web/console/times.tsx"
import type { PageResponse, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { CheckboxGroup } from "../../../../web/ui/components/checkbox-group.tsx"
import { EmptyState } from "../../../../web/ui/components/empty-state.tsx"
import { LinkButton } from "../../../../web/ui/components/link-button.tsx"
import { findRemindable, type Recipient, remindClients } from "../../remind.ts"
import { missingLines, notRemindedWords, subjectLines } from "../../words.ts"

const base = "/console/matters/:matter_id"

export function reminderRoutes(console: Console): void {
  console.form(
    `${base}/reminders`,
    { show: remindPage, act: remind },
    { audit: { action: "clients_reminded" } },
  )
  const schedule = { show: schedulePage, act: switchSchedule, stored: storedSchedule }
  console.form(`${base}/reminder-schedule`, schedule)
}

async function remindPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { tx } = req
  const matter = await requireMatter(req)
  const found = await findRemindable(tx, matter)
  return {
    title: "Remind the client",
    tab_title: `Remind the client: ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: found.why ? (
      <EmptyState
        title="No one can be reminded now"
        icon="mail"
        action={<LinkButton href={`/console/matters/${matter.id}`}>Back to the matter</LinkButton>}
      >
        {notRemindedWords[found.why].sentence}
      </EmptyState>
    ) : (
      <RemindForm
        matter={matter}
        recipients={found.recipients}
        lines={await reminderLines(req, matter)}
        refused={refused}
        req={req}
      />
    ),
  }
}

export const nothing_missing = "Nothing required is missing. The email asks the client to submit."

/** The items that a reminder of this matter lists; empty if nothing required is missing. */
export async function reminderLines(
  { tx, parts }: Pick<PageRequest, "tx" | "parts">,
  matter: Pick<MatterRow, "id" | "is_submitted" | "started_at">,
): Promise<string[]> {
  const [{ definition }, requested, { missing, open }] = await Promise.all([
    definitionOf(tx, matter.id),
    listOpenSubjects(tx, matter.id),
    readReadiness(tx, loadMatter(tx, parts.ring, matter.id)),
  ])
  const lines = matter.is_submitted
    ? subjectLines(definition, requested, "en")
    : missingLines(definition, missing, { language: "en", is_begun: matter.started_at !== null })
  const open_lines = matter.started_at === null ? [] : openItemsInWords(open, "en", "firm")
  return [...lines.map((line) => line.replace(/^• /, "")), ...open_lines.map((line) => `Still open: ${line}`)]
}

function RemindForm(props: {
  matter: MatterRow
  recipients: readonly Recipient[]
  lines: readonly string[]
  refused: RefusedForm | undefined
  req: PageRequest
}) {
  const { matter, recipients, lines, refused, req } = props
  const clients = recipients.filter(({ party }) => party !== "helper").map(({ id }) => id)
  return (
    <CancelableForm
      class="stack"
      cancel={`/console/matters/${matter.id}`}
      icon="mail"
      submit="Send the reminder"
    >
      <Card>
        <CheckboxGroup
          id="invitation"
          label="Who gets an email?"
          hint="Each with their own link, in their language."
          values={tickedOr(refused, "invitation", clients)}
          error={faultAt(refused, "invitation")}
          options={recipients.map((recipient) => ({
            value: recipient.id,
            label: `${inviteeName(recipient)} (${partyWords[recipient.party].toLowerCase()})`,
            hint: hintOf(recipient, req),
          }))}
        />
        <MessageField email="reminder" refused={refused} />
      </Card>
      <Card title={titleOf(matter, lines)}>
        {lines.length > 0 ? (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>{nothing_missing}</p>
        )}
      </Card>
    </CancelableForm>
  )
}

function titleOf({ is_submitted }: MatterRow, lines: readonly string[]): string {
  if (lines.length === 0) return "What the email says"
  return is_submitted ? "What the email asks for" : "What the email lists as missing or open"
}

function hintOf({ email, last_reminded_at }: Recipient, req: PageRequest): string {
  return last_reminded_at ? `${email}. Reminded ${timeText(last_reminded_at, req)}.` : email
}

async function remind(req: PageRequest): Promise<PageResponse> {
  const { id } = await requireMatter(req)
  const faults: Fault[] = []
  const message = readMessage(req.form, faults)
  const only = req.form.invitation ?? []
  if (only.length === 0)
    faults.push({ param: "invitation", code: "required", message: "Choose who gets an email." })
  if (faults.length > 0) throw badRequest(faults)
  const { reminded, why } = await remindClients(req.tx, req.parts, id, { only, message })
  if (reminded === 0) throw conflict("nobody_reminded", notRemindedWords[why ?? "just_reminded"].sentence)
  return { to: `/console/matters/${id}`, flash: { done: emailFlash(req.parts, "clients_reminded") } }
}

async function storedSchedule(req: PageRequest): Promise<StoredField[]> {
  const { id } = await requireMatter(req)
  const isOff = await hasRemindersOff(req.tx, id)
  return [{ label: "Scheduled reminders for this matter", value: isOff ? "Off" : "On" }]
}

async function schedulePage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const isOff = await hasRemindersOff(req.tx, matter.id)
  return {
    title: isOff ? "Turn on scheduled reminders?" : "Turn off scheduled reminders?",
    tab_title: `Scheduled reminders: ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        <p>
          {isOff
            ? "Your firm’s schedule and bulk reminders will include the clients of this matter again."
            : "Your firm’s schedule and bulk reminders will skip this matter. You can still remind its clients by hand from its page."}
        </p>
        <CancelableForm
          seen={req}
          cancel={`/console/matters/${matter.id}`}
          submit={isOff ? "Turn on" : "Turn off"}
        >
          <input type="hidden" name="to" value={isOff ? "on" : "off"} />
        </CancelableForm>
      </Card>
    ),
  }
}

async function switchSchedule(req: PageRequest): Promise<PageResponse> {
  const { id } = await requireMatter(req)
  const to = req.form.to?.at(-1) === "on" ? "on" : "off"
  await switchReminders(req.tx, id, to)
  const done = to === "on" ? "matter_reminders_on" : "matter_reminders_off"
  return { to: `/console/matters/${id}`, flash: { done } }
}
