import { changeSettings, getFirm } from "../../firms/firms.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { isInRange, type RuleNumber, ranges, reminderRulesOf } from "../../reminders/reminders.ts"
import { hours } from "../../reminders/schedule.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { fieldOf, type PageRequest, type RefusedForm, textOf, tickedOr } from "../page-request.ts"
import type { Console } from "../routing.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import type { PageResponse, View } from "../view.tsx"

/** The firm's settings for scheduled reminders to clients. */
export function reminderPages(console: Console): void {
  console.form(
    "/console/reminders",
    { show: rulesPage, act: saveRules, stored: storedRules },
    { admin: true },
  )
}

async function storedRules({ tx }: PageRequest): Promise<StoredField[]> {
  const rules = reminderRulesOf((await getFirm(tx)).settings)
  const numbers = Object.entries(names) as [RuleNumber, string][]
  return [
    {
      name: "by_schedule",
      label: "Remind clients by schedule",
      value: rules.by_schedule ? "true" : "",
      show: () => "Yes",
    },
    ...numbers.map(([name, label]) => ({ name, label, value: String(rules[name]) })),
  ]
}

async function rulesPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { staff } = req
  const rules = reminderRulesOf(staff.firm.settings)
  const number = (name: RuleNumber, label: string, suffix: string) => (
    <TextField
      {...fieldOf(refused, name, String(rules[name]))}
      label={label}
      suffix={suffix}
      inputmode="numeric"
      autocomplete="off"
      width={5}
    />
  )
  return {
    title: "Reminders",
    heading: {
      lede: "Emails to clients who have not submitted their questionnaire. They list what is missing.",
    },
    refused,
    body: (
      <form method="post" class="stack">
        <Seen req={req} />
        <Card title="The schedule">
          <Checkbox
            id="by_schedule"
            label="Remind clients by schedule"
            hint={`Between ${clock(hours.from)} and ${clock(hours.until)} in your firm’s time zone. When off, only your staff can send reminders.`}
            checked={tickedOr(refused, "by_schedule", rules.by_schedule ? ["true"] : []).length > 0}
          />
          {number("first_after_days", "First reminder after the client has been inactive for", "days")}
          {number("then_every_days", "Time between reminders", "days")}
          {number("at_most", "Maximum for each client", "reminders")}
        </Card>
        <Card title="Who is reminded, and how">
          <ul>
            <li>
              Clients whose invitation was emailed or who have started. If you gave a client the link
              yourself, reminders begin once the client starts.
            </li>
            <li>
              Never helpers, clients without an email address, or anyone whose link was revoked; never about a
              matter that is submitted, completed or closed. Submitting ends the reminders.
            </li>
            <li>
              The email is in the client’s language. It lists what is missing in each section, contains the
              client’s own link, and never repeats answers.
            </li>
            <li>
              On each matter, you can send a reminder yourself or turn scheduled reminders off. Sending one
              yourself postpones the next scheduled one.
            </li>
          </ul>
        </Card>
        <Actions>
          <Button>Save</Button>
        </Actions>
      </form>
    ),
  }
}

const names: Record<RuleNumber, string> = {
  first_after_days: "The number of days before the first reminder",
  then_every_days: "The number of days between reminders",
  at_most: "The number of reminders",
}

async function saveRules({ tx, staff, form }: PageRequest): Promise<PageResponse> {
  const faults: Fault[] = []
  const number = (name: RuleNumber) => {
    const text = textOf(form, name)
    const value = /^\d{1,4}$/.test(text) ? Number(text) : undefined
    if (isInRange(name, value)) return value
    const { from, to } = ranges[name]
    const message = `${names[name]} must be a whole number from ${from} to ${to}.`
    faults.push({ param: name, code: "out_of_range", message })
  }
  const reminders = {
    by_schedule: Boolean(form.by_schedule),
    first_after_days: number("first_after_days"),
    then_every_days: number("then_every_days"),
    at_most: number("at_most"),
  }
  if (faults.length > 0) throw badRequest(faults)
  await changeSettings(tx, staff.firm_id, { reminders })
  return { to: "/console/reminders", flash: { done: "reminders_changed" } }
}

function clock(hour: number): string {
  return `${hour > 12 ? hour - 12 : hour} ${hour < 12 ? "a.m." : "p.m."}`
}
