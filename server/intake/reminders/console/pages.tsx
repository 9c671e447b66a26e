import { blankFirm, firmFields } from "../../../firm/firms/console/fields.tsx"
import { settingsForm } from "../../../firm/firms/console/settings-form.ts"
import { changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { form, onPage } from "../../../web/console/forms/form.ts"
import { wholeNumber } from "../../../web/console/forms/text-fields.tsx"
import type { PageRequest, RefusedForm } from "../../../web/console/page-request.ts"
import type { Console } from "../../../web/console/routing.ts"
import { registerSettings } from "../../../web/console/settings/labels.ts"
import type { View } from "../../../web/console/view.tsx"
import { ranges, reminderRulesOf } from "../reminders.ts"
import { hours } from "../schedule.ts"

export function reminderPages(console: Console): void {
  console.form(home, onPage(undefined, remindersPage, reminderForm), { admin: true })
  console.form(stalledUrl, onPage(home, remindersPage, stalledForm), { admin: true })
  registerSettings(home, { ...fieldsOf({}), ...firmFields(blankFirm).stalled })
}

const home = "/console/settings/reminders"
const stalledUrl = `${home}/stalled`
const stalledForm = settingsForm("stalled", { title: "Stalled matters", to: home })

async function remindersPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  return {
    title: "Reminders",
    lede: "Emails to clients who have not finished. They list what is missing, and after submitting what is still open.",
    body: (
      <>
        {await reminderForm.section(req, { action: home, isCard: true }, refused)}
        {await stalledForm.section(req, { action: stalledUrl, isCard: true }, refused)}
        <p>
          <a href="/docs/guide/set-up-your-firm#reminders">Who is reminded, and how</a>
        </p>
      </>
    ),
  }
}

const reminderForm = form({
  edits: true,
  open: async ({ tx }) => ({
    title: "The schedule",
    fields: fieldsOf((await getFirm(tx)).settings),
    submit: "Save",
  }),
  save: async ({ tx, staff }, reminders) => {
    await changeSettings(tx, staff.firm_id, { reminders })
    return { done: "reminders_changed" }
  },
})

function fieldsOf(settings: Readonly<Record<string, unknown>>) {
  const rules = reminderRulesOf(settings)
  return {
    by_schedule: checkbox({
      label: "Remind clients by schedule",
      hint: `Between ${clock(hours.from)} and ${clock(hours.until)} in your firm’s time zone. When off, only your staff can send reminders.`,
      value: rules.by_schedule,
    }),
    first_after_days: wholeNumber({
      label: "First reminder after the client has been inactive for",
      suffix: "days",
      ...ranges.first_after_days,
      value: rules.first_after_days,
    }),
    then_every_days: wholeNumber({
      label: "Time between reminders",
      suffix: "days",
      ...ranges.then_every_days,
      value: rules.then_every_days,
    }),
    at_most: wholeNumber({
      label: "Maximum for each client",
      suffix: "reminders",
      ...ranges.at_most,
      value: rules.at_most,
    }),
  }
}

function clock(hour: number): string {
  return `${hour > 12 ? hour - 12 : hour} ${hour < 12 ? "a.m." : "p.m."}`
}
