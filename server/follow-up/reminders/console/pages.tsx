import { changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { checkbox } from "../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../web/console/forms/form.ts"
import { wholeNumber } from "../../../web/console/forms/text-fields.tsx"
import type { Console } from "../../../web/console/routing.ts"
import { Card } from "../../../web/ui/components/card.tsx"
import { ranges, reminderRulesOf } from "../reminders.ts"
import { hours } from "../schedule.ts"

/** The firm's settings for scheduled reminders to clients. */
export function reminderPages(console: Console): void {
  console.form("/console/reminders", reminderForm, { admin: true })
}

const reminderForm = form({
  edits: true,
  open: async ({ tx }) => {
    const rules = reminderRulesOf((await getFirm(tx)).settings)
    const fields = {
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
    return {
      title: "Reminders",
      heading: {
        lede: "Emails to clients who have not finished. They list what is missing, and after submitting what is still open.",
      },
      fields,
      layout: (show) => (
        <>
          <Card title="The schedule">{show(fields)}</Card>
          <WhoIsReminded />
        </>
      ),
      submit: "Save",
    }
  },
  save: async ({ tx, staff }, reminders) => {
    await changeSettings(tx, staff.firm_id, { reminders })
    return { done: "reminders_changed" }
  },
})

function WhoIsReminded() {
  return (
    <Card title="Who is reminded, and how">
      <ul>
        <li>
          Clients whose invitation was emailed or who have started. If you gave a client the link yourself,
          reminders begin once the client starts.
        </li>
        <li>
          Never helpers, clients without an email address, or anyone whose link was revoked; never about a
          matter that is completed or closed.
        </li>
        <li>
          Submitting ends the reminders, unless a document or a signature is still to come or you ask for
          corrections. Then they begin again, and end when nothing is open.
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
  )
}

function clock(hour: number): string {
  return `${hour > 12 ? hour - 12 : hour} ${hour < 12 ? "a.m." : "p.m."}`
}
