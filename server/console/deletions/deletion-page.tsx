import { countContents, deleteMatter, grace_days, isDeletable } from "../../deletions/deletions.ts"
import { findHold } from "../../deletions/holds.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { matterCrumbs } from "../matters/frame.tsx"
import { requireMatter } from "../matters/require-matter.ts"
import { fieldOf, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { Redirect, View } from "../view.tsx"
import { Contents } from "./contents.tsx"
import { certificateHint, ReasonField, reasonFaults } from "./reason.tsx"

export async function deletionPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const [counts, held] = await Promise.all([countContents(req.tx, matter.id), findHold(req.tx, matter.id)])
  const home = `/console/matters/${matter.id}`
  return {
    title: "Delete this matter?",
    tab_title: `Delete ${matter.name}?`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <>
        <Card title="Records to be deleted" flush>
          <Contents counts={counts} />
        </Card>
        <Card>
          <p>
            After that, no one can open the matter in this console or through the API, and its clients’ links
            say that it is no longer available. For {grace_days} days, an admin can restore it. Then its
            records and files are removed for good, and a certificate states what was deleted, by which person
            and why. The audit log keeps its entries, and conflict checks find the names of its people, except
            advisors and charities, for as long as your firm keeps them (Retention).
          </p>
          {held ? (
            <OnHold home={home} reason={held.reason} />
          ) : isDeletable(matter) ? (
            <CancelableForm cancel={home} variant="danger" icon="trash" submit="Delete the matter">
              <TextField
                {...fieldOf(refused, "matter_name")}
                label="Type the matter’s name to confirm"
                hint={matter.name}
                autocomplete="off"
                spellcheck={false}
                maxlength={200}
              />
              <ReasonField refused={refused} hint={certificateHint} />
            </CancelableForm>
          ) : (
            <>
              <Notice tone="warning">This matter is open. Close it before you delete it.</Notice>
              <Actions>
                <LinkButton href={`${home}/closing`}>Close this matter</LinkButton>
                <LinkButton href={home} variant="quiet">
                  Back to the matter
                </LinkButton>
              </Actions>
            </>
          )}
        </Card>
      </>
    ),
  }
}

function OnHold({ home, reason }: { home: string; reason: string }) {
  return (
    <>
      <Notice tone="warning">
        This matter is on legal hold: “{reason}”. Release it before you delete it.
      </Notice>
      <Actions>
        <LinkButton href={`${home}/release`}>Release this matter</LinkButton>
        <LinkButton href={home} variant="quiet">
          Back to the matter
        </LinkButton>
      </Actions>
    </>
  )
}

export async function deleteOne(req: PageRequest): Promise<Redirect> {
  const { tx, parts, form } = req
  const matter = await requireMatter(req)
  const reason = textOf(form, "reason")
  const faults: Fault[] = []
  if (textOf(form, "matter_name") !== matter.name.trim()) {
    const message = "Type the matter’s name exactly as it is shown."
    faults.push({ param: "matter_name", code: "not_confirmed", message })
  }
  faults.push(...reasonFaults(reason))
  if (faults.length > 0) throw badRequest(faults)
  const id = await deleteMatter(tx, parts.ring, { matter_id: matter.id, reason })
  return { to: `/console/deleted-matters/${id}`, flash: { done: "matter_deleted" } }
}
