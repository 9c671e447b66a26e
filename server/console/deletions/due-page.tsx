import { deleteMatter, grace_days } from "../../deletions/deletions.ts"
import { listDueMatters, retentionOf, yearsText } from "../../matters/retention.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { CheckboxGroup } from "../../ui/components/checkbox-group.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf, tickedOr } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import { dayText } from "../times.tsx"
import type { Redirect, View } from "../view.tsx"
import { certificateHint, ReasonField, reasonFaults } from "./reason.tsx"

/** As many as a person can review at once; the rest are listed after these are deleted. */
const max_listed = 100

export async function duePage({ tx, staff }: PageRequest, refused?: RefusedForm): Promise<View> {
  const { years } = retentionOf(staff.firm.settings)
  const { count, rows } =
    years === null ? { count: 0, rows: [] } : await listDueMatters(tx, years, max_listed)
  return {
    title: "Matters due for deletion",
    breadcrumbs: [{ text: "Retention", href: "/console/retention" }],
    heading: { lede: years === null ? undefined : `Closed ${yearsText(years)} ago or earlier.` },
    refused,
    body:
      rows.length === 0 ? (
        <EmptyState
          title="No matter is due"
          icon="check-circle"
          action={<a href="/console/retention">Back to Retention</a>}
        >
          {years === null ? "Your firm keeps closed matters forever." : "No matter was closed that long ago."}
        </EmptyState>
      ) : (
        <Card>
          <CancelableForm
            cancel="/console/retention"
            variant="danger"
            icon="trash"
            submit="Delete the selected matters"
          >
            <CheckboxGroup
              id="matter_id"
              label="Matters to delete"
              hint={
                count > rows.length
                  ? `The ${rows.length} oldest of ${count.toLocaleString("en-US")}.`
                  : "Clear the matters you still need."
              }
              error={faultAt(refused, "matter_id")}
              values={tickedOr(
                refused,
                "matter_id",
                rows.map(({ id }) => id),
              )}
              options={rows.map(({ id, name, open_date, close_date }) => ({
                value: id,
                label: name,
                hint: `Opened ${dayText(open_date)}, closed ${dayText(close_date)}`,
              }))}
            />
            <ReasonField refused={refused} hint={certificateHint} />
            <Checkbox
              id="confirmed"
              label="I have reviewed the list. Delete the selected matters."
              hint={`You can restore each for ${grace_days} days from Deleted matters.`}
              checked={false}
              error={faultAt(refused, "confirmed")}
            />
          </CancelableForm>
        </Card>
      ),
  }
}

export async function deleteDue({ tx, parts, staff, form }: PageRequest): Promise<Redirect> {
  const { years } = retentionOf(staff.firm.settings)
  const due = years === null ? [] : (await listDueMatters(tx, years, max_listed)).rows
  const selected_ids = new Set(form.matter_id ?? [])
  const selected = due.filter(({ id }) => selected_ids.has(id))
  const reason = textOf(form, "reason")
  const faults: Fault[] = []
  if (selected.length === 0) {
    faults.push({ param: "matter_id", code: "required", message: "Select at least one matter that is due." })
  }
  faults.push(...reasonFaults(reason))
  if (textOf(form, "confirmed") === "") {
    const message = "Check this box after you have reviewed the list."
    faults.push({ param: "confirmed", code: "not_confirmed", message })
  }
  if (faults.length > 0) throw badRequest(faults)
  for (const { id } of selected) await deleteMatter(tx, parts.ring, { matter_id: id, reason })
  return { to: "/console/deleted-matters", flash: { done: "matters_deleted" } }
}
