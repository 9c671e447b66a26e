import { hasRemindersOff, switchReminders } from "../../../matters/scheduled-reminders.ts"
import { Card } from "../../../ui/components/card.tsx"
import type { PageRequest, RefusedForm } from "../../page-request.ts"
import type { StoredField } from "../../stale-forms.tsx"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import type { PageResponse, View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"
import { requireMatter } from "../require-matter.ts"

export async function storedSchedule(req: PageRequest): Promise<StoredField[]> {
  const { id } = await requireMatter(req)
  const isOff = await hasRemindersOff(req.tx, id)
  return [{ label: "Scheduled reminders for this matter", value: isOff ? "Off" : "On" }]
}

export async function schedulePage(req: PageRequest, refused?: RefusedForm): Promise<View> {
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

export async function switchSchedule(req: PageRequest): Promise<PageResponse> {
  const { id } = await requireMatter(req)
  const to = req.form.to?.at(-1) === "on" ? "on" : "off"
  await switchReminders(req.tx, id, to)
  return {
    to: `/console/matters/${id}`,
    flash: { done: to === "on" ? "matter_reminders_on" : "matter_reminders_off" },
  }
}
