import { findHold, holdMatter, releaseMatter } from "../../deletions/holds.ts"
import { badRequest } from "../../platform/errors.ts"
import { Card } from "../../ui/components/card.tsx"
import { matterCrumbs } from "../matters/frame.tsx"
import { requireMatter } from "../matters/require-matter.ts"
import { type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import type { StoredField } from "../stale-forms.tsx"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { Redirect, View } from "../view.tsx"
import { ReasonField, reasonFaults } from "./reason.tsx"

export async function holdPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  return {
    title: "Put this matter on legal hold?",
    tab_title: `Put ${matter.name} on legal hold?`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        <p>
          Neither a person nor the retention rule can delete it until an admin releases it. Files that someone
          removes from it stay in storage until then. Nothing else changes.
        </p>
        <CancelableForm seen={req} cancel={`/console/matters/${matter.id}`} submit="Put on legal hold">
          <ReasonField
            refused={refused}
            hint="For example, “Litigation” or “The client may come back”. Staff see it on the matter’s page."
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function hold(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  const reason = textOf(req.form, "reason")
  const faults = reasonFaults(reason)
  if (faults.length > 0) throw badRequest(faults)
  await holdMatter(req.tx, id, reason)
  return { to: `/console/matters/${id}`, flash: { done: "matter_held" } }
}

export async function storedHold(req: PageRequest): Promise<StoredField[]> {
  const { id } = await requireMatter(req)
  const held = await findHold(req.tx, id)
  return [{ label: "Legal hold", value: held ? `${held.held_by_name}: ${held.reason}` : "None" }]
}

export async function releasePage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const held = await findHold(req.tx, matter.id)
  return {
    title: "Release this matter?",
    tab_title: `Release ${matter.name}?`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        {held && (
          <p>
            {held.held_by_name} put it on legal hold: “{held.reason}”
          </p>
        )}
        <p>
          After that, it can be deleted: by a person, or by your firm’s retention rule if it deletes
          automatically.
        </p>
        <CancelableForm seen={req} cancel={`/console/matters/${matter.id}`} submit="Release the matter" />
      </Card>
    ),
  }
}

export async function release(req: PageRequest): Promise<Redirect> {
  const { id } = await requireMatter(req)
  await releaseMatter(req.tx, id)
  return { to: `/console/matters/${id}`, flash: { done: "matter_released" } }
}
