import { findHold, holdMatter, releaseMatter } from "../../deletions/holds.ts"
import { badRequest } from "../../platform/errors.ts"
import { Card } from "../../ui/components/card.tsx"
import { matterCrumbs } from "../matters/frame.tsx"
import { reachMatter } from "../matters/reach.ts"
import { Seen, type StoredField } from "../stale-forms.tsx"
import { SubmitOrCancel } from "../submit-or-cancel.tsx"
import type { Redirect, View } from "../view.tsx"
import { type Tried, textOf, type Visit } from "../visit.ts"
import { ReasonField, reasonFaults } from "./reason.tsx"

export async function holdPage(visit: Visit, tried?: Tried): Promise<View> {
  const matter = await reachMatter(visit)
  return {
    title: "Put this matter on legal hold?",
    tab_title: `Put ${matter.name} on legal hold?`,
    breadcrumbs: matterCrumbs(matter),
    tried,
    body: (
      <Card>
        <p>
          It cannot be deleted until an admin releases it: not by hand, and not by the retention rule. Nothing
          else changes.
        </p>
        <form method="post">
          <Seen visit={visit} />
          <ReasonField
            tried={tried}
            hint="“Litigation”, “The client may come back”. Staff read it on the matter’s page."
          />
          <SubmitOrCancel cancel={`/console/matters/${matter.id}`}>Put on legal hold</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function hold(visit: Visit): Promise<Redirect> {
  const { id } = await reachMatter(visit)
  const reason = textOf(visit.form, "reason")
  const faults = reasonFaults(reason)
  if (faults.length > 0) throw badRequest(faults)
  await holdMatter(visit.tx, id, reason)
  return { to: `/console/matters/${id}`, flash: { done: "matter_held" } }
}

export async function storedHold(visit: Visit): Promise<StoredField[]> {
  const { id } = await reachMatter(visit)
  const held = await findHold(visit.tx, id)
  return [{ label: "Legal hold", value: held ? `${held.held_by_name}: ${held.reason}` : "None" }]
}

export async function releasePage(visit: Visit, tried?: Tried): Promise<View> {
  const matter = await reachMatter(visit)
  const held = await findHold(visit.tx, matter.id)
  return {
    title: "Release this matter?",
    tab_title: `Release ${matter.name}?`,
    breadcrumbs: matterCrumbs(matter),
    tried,
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
        <form method="post">
          <Seen visit={visit} />
          <SubmitOrCancel cancel={`/console/matters/${matter.id}`}>Release the matter</SubmitOrCancel>
        </form>
      </Card>
    ),
  }
}

export async function release(visit: Visit): Promise<Redirect> {
  const { id } = await reachMatter(visit)
  await releaseMatter(visit.tx, id)
  return { to: `/console/matters/${id}`, flash: { done: "matter_released" } }
}
