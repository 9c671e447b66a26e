import { deleteMatter, grace_days } from "../../deletions/deletions.ts"
import { listDueMatters, retentionOf, yearsText } from "../../deletions/retention.ts"
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

/** As many as one can look through; the next ones follow. */
const max_at_once = 100

export async function duePage({ tx, staff }: PageRequest, refused?: RefusedForm): Promise<View> {
  const { years } = retentionOf(staff.firm.settings)
  const { count, rows } =
    years === null ? { count: 0, rows: [] } : await listDueMatters(tx, years, max_at_once)
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
          {years === null ? "Your firm keeps closed matters forever." : "Nothing was closed that long ago."}
        </EmptyState>
      ) : (
        <Card>
          <CancelableForm
            cancel="/console/retention"
            look="danger"
            icon="trash"
            submit="Delete the selected matters"
          >
            <CheckboxGroup
              id="matter_id"
              label="Which ones?"
              hint={
                count > rows.length
                  ? `The ${rows.length} oldest of ${count.toLocaleString("en-US")}.`
                  : "Take out of the list what is still needed."
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
              label="I have looked through the list. Delete the selected matters."
              hint={`For ${grace_days} days each can be restored from Deleted matters.`}
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
  const due = years === null ? [] : (await listDueMatters(tx, years, max_at_once)).rows
  const wanted = new Set(form.matter_id ?? [])
  const chosen = due.filter(({ id }) => wanted.has(id))
  const reason = textOf(form, "reason")
  const faults: Fault[] = []
  if (chosen.length === 0) {
    faults.push({ param: "matter_id", code: "required", message: "Select at least one matter that is due." })
  }
  faults.push(...reasonFaults(reason))
  if (textOf(form, "confirmed") === "") {
    const message = "Check this box once you have looked through the list."
    faults.push({ param: "confirmed", code: "not_confirmed", message })
  }
  if (faults.length > 0) throw badRequest(faults)
  for (const { id } of chosen) await deleteMatter(tx, parts.ring, { matter_id: id, reason })
  return { to: "/console/deleted-matters", flash: { done: "matters_deleted" } }
}
