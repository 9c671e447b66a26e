import { changeFiling, getFiling, listTags } from "../../../matters/filing.ts"
import { badRequest } from "../../../platform/errors.ts"
import { Card } from "../../../ui/components/card.tsx"
import { TextField } from "../../../ui/components/text-field.tsx"
import { faultAt, fieldOf, type PageRequest, type RefusedForm, textOf, typedOr } from "../../page-request.ts"
import type { StoredField } from "../../stale-forms.tsx"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import { isCalendarDay } from "../../times.tsx"
import type { Redirect, View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"

import { requireMatter } from "../require-matter.ts"

export async function storedFiling(req: PageRequest): Promise<StoredField[]> {
  const { id } = await requireMatter(req)
  const { file_number, due_on, tags } = await getFiling(req.tx, id)
  return [
    { name: "file_number", label: "File number", value: file_number },
    { name: "due_on", label: "Due", value: due_on ?? "" },
    { name: "tags", label: "Tags", value: tags.join(", ") },
  ]
}

export async function filingPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const { staff, tx } = req
  const [{ file_number, due_on, tags }, known] = await Promise.all([
    getFiling(tx, matter.id),
    listTags(tx, staff.assigned_matters_only ? staff.user_id : null),
  ])
  return {
    title: "File number, due date and tags",
    tab_title: `File number, due date and tags: ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        <CancelableForm seen={req} cancel={`/console/matters/${matter.id}`} submit="Save">
          <TextField
            {...fieldOf(refused, "file_number", file_number)}
            label="File number"
            hint="Your firm’s own number. Search finds it. Clients do not see it."
            autocomplete="off"
            maxlength={60}
          />
          <TextField
            {...fieldOf(refused, "due_on", due_on ?? "")}
            label="Due"
            hint="The day by which the matter should be done."
            type="date"
          />
          <TextField
            id="tags"
            label="Tags"
            hint={
              known.length > 0
                ? `Separate them with commas. In use: ${known.slice(0, 20).join(", ")}.`
                : "Separate them with commas, for example: Trust, Urgent."
            }
            value={typedOr(refused, "tags", tags.join(", "))}
            error={faultAt(refused, "tags")}
            autocomplete="off"
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function submitFiling(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const due_on = textOf(req.form, "due_on")
  if (due_on && !isCalendarDay(due_on)) {
    const message = "Enter a valid date, like 2026-03-02."
    throw badRequest([{ param: "due_on", code: "unknown_value", message }])
  }
  await changeFiling(req.tx, id, {
    file_number: textOf(req.form, "file_number"),
    due_on: due_on || null,
    tags: textOf(req.form, "tags").split(","),
  })
  return { to: `/console/matters/${id}`, flash: { done: "matter_filed" } }
}
