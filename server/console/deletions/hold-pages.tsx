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
          It cannot be deleted until an admin releases it: not by hand, and not by the retention rule. Files
          that someone removes from it stay in the store until then. Nothing else changes.
        </p>
        <CancelableForm seen={req} cancel={`/console/matters/${matter.id}`} submit="Put on legal hold">
          <ReasonField
            refused={refused}
            hint="“Litigation”, “The client may come back”. Staff read it on the matter’s page."
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
          From then on it can be deleted, by hand and, where your firm has one that works by itself, by the
          retention rule.
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
