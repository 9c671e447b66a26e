import { removeNamesOfMatter } from "../../conflict-names/conflict-names.ts"
import { getDeletion } from "../../deletions/deletions.ts"
import { purgeAtOnce } from "../../deletions/early-purge.ts"
import { badRequest, type Fault } from "../../platform/errors.ts"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { EmptyState } from "../../ui/components/empty-state.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { faultAt, type PageRequest, type RefusedForm, textOf } from "../page-request.ts"
import { CancelableForm } from "../submit-or-cancel.tsx"
import type { Redirect, View } from "../view.tsx"
import { Contents } from "./contents.tsx"
import { nameOf } from "./deleted-matters-page.tsx"
import { ReasonField, reasonFaults } from "./reason.tsx"

const hint = "It stays in the audit log, so don’t name people: “The client asked to be erased”."

export async function removalPage({ tx, param }: PageRequest, refused?: RefusedForm): Promise<View> {
  const row = await getDeletion(tx, param("deletion_id"))
  const home = `/console/deleted-matters/${row.id}`
  const page = {
    title: "Remove this matter for good now?",
    tab_title: `Remove ${nameOf(row)} for good?`,
    breadcrumbs: [
      { text: "Deleted matters", href: "/console/deleted-matters" },
      { text: nameOf(row), href: home },
    ],
    refused,
  }
  if (row.purged_at || row.restored_at || row.purge_at <= tx.now)
    return {
      ...page,
      body: (
        <EmptyState
          title={
            row.restored_at
              ? "This matter was restored."
              : "This matter is being removed or has already been removed."
          }
          icon="check"
          action={<LinkButton href={home}>Go to the deletion</LinkButton>}
        />
      ),
    }
  return {
    ...page,
    body: (
      <>
        <Card title="Records to be removed" flush>
          <Contents counts={row.counts} />
        </Card>
        <Card>
          <p>
            You won’t be able to restore it. Its files and sealed records are removed from this installation
            within minutes; the certificate of deletion is then on this matter’s page. Backups contain it
            until they are overwritten.
          </p>
          <p>
            Do you have to preserve anything for a legal case? Then restore it and put it on legal hold
            instead.
          </p>
          <CancelableForm cancel={home} variant="danger" icon="trash" submit="Remove for good">
            <ReasonField refused={refused} hint={hint} />
            <Checkbox
              id="names"
              label="Also remove the names kept for conflict checks"
              hint="Conflict checks then no longer find the people of this matter. Leave it unchecked unless someone asked to be erased and you need not keep the name."
              checked={false}
            />
            <Checkbox
              id="sure"
              label="Remove everything now. I understand that no one can restore it."
              checked={false}
              error={faultAt(refused, "sure")}
            />
          </CancelableForm>
        </Card>
      </>
    ),
  }
}

export async function removeNow({ tx, param, form }: PageRequest): Promise<Redirect> {
  const reason = textOf(form, "reason")
  const faults: Fault[] = reasonFaults(reason)
  if (textOf(form, "sure") === "") {
    const message = "Check the box to remove it for good."
    faults.push({ param: "sure", code: "required", message })
  }
  if (faults.length > 0) throw badRequest(faults)
  const { id, matter_id } = await getDeletion(tx, param("deletion_id"))
  await purgeAtOnce(tx, id, reason)
  if (textOf(form, "names") !== "") await removeNamesOfMatter(tx, matter_id)
  return { to: `/console/deleted-matters/${id}`, flash: { done: "matter_removal_begun" } }
}
