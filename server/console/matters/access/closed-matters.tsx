// Matters that an admin may not see: that they exist, who may see them, and the one way in, which everybody is told of.
import { recordAudit } from "../../../audit/audit.ts"
import { admitAdmin, listAdmitted, listHiddenMatters } from "../../../matters/access-list.ts"
import { notFound } from "../../../platform/errors.ts"
import { Card } from "../../../ui/components/card.tsx"
import { DataTable } from "../../../ui/components/data-table.tsx"
import { EmptyState } from "../../../ui/components/empty-state.tsx"
import { LinkButton } from "../../../ui/components/link-button.tsx"
import { isPastTheEnd, ListPagination, NoSuchPage, pageAt, pageUrl } from "../../list-pages.tsx"
import type { PageRequest, RefusedForm } from "../../page-request.ts"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import { When } from "../../times.tsx"
import type { Redirect, View } from "../../view.tsx"
import { tellAdmitted } from "./form.tsx"

export const hiddenMattersUrl = "/console/restricted-matters"

export async function hiddenMattersPage(req: PageRequest): Promise<View> {
  const page = pageAt(req, 25)
  const { rows, ...counted } = await listHiddenMatters(req.tx, page)
  const list = { ...page, ...counted, href: (number: number) => pageUrl(hiddenMattersUrl, number) }
  const isPast = isPastTheEnd(list)
  return {
    title: "Restricted matters",
    status: isPast ? 404 : 200,
    heading: { lede: "Matters that you may not see, because they are restricted to others." },
    body: isPast ? (
      <NoSuchPage href={list.href} />
    ) : rows.length === 0 ? (
      <EmptyState
        title="No restriction keeps a matter from you"
        icon="lock"
        action={<a href="/console/matters">To the matters</a>}
      >
        The assignee of a matter and the admins say on its page who may see it.
      </EmptyState>
    ) : (
      <>
        <Card flush>
          <DataTable
            caption="Matters you may not see, latest restriction first"
            columns={[
              { key: "people", label: "Who may see it", primary: true },
              { key: "since", label: "Restricted" },
              { key: "in", label: "Let yourself in", hideLabel: true, narrow: true, align: "end" },
            ]}
            rows={rows.map(({ matter_id, restricted_at, people }) => ({
              id: matter_id,
              cells: {
                people: people.join(", "),
                since: <When at={restricted_at} req={req} />,
                in: (
                  <LinkButton href={`${hiddenMattersUrl}/${matter_id}/admission`} look="secondary" small>
                    Let yourself in…
                  </LinkButton>
                ),
              },
            }))}
          />
        </Card>
        <ListPagination label="Pages of restricted matters" {...list} />
      </>
    ),
  }
}

export async function admissionPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const { rows } = await listHiddenMatters(req.tx, { limit: 1_000, offset: 0 })
  const matter = rows.find(({ matter_id }) => matter_id === req.param("matter_id"))
  if (!matter) throw notFound()
  return {
    title: "Let yourself in?",
    breadcrumbs: [{ text: "Restricted matters", href: hiddenMattersUrl }],
    refused,
    body: (
      <Card>
        <p>
          This matter is restricted to {matter.people.join(", ")}. If you let yourself in, you are on its
          list: each of them is told, and the audit log keeps it.
        </p>
        <CancelableForm cancel={hiddenMattersUrl} look="danger" submit="Let me in" />
      </Card>
    ),
  }
}

export async function letIn(req: PageRequest): Promise<Redirect> {
  const matter_id = req.param("matter_id")
  if (!(await admitAdmin(req.tx, matter_id))) throw notFound()
  await recordAudit(req.tx, "matter_access_overridden", { matter_id })
  const people = await listAdmitted(req.tx, matter_id)
  await tellAdmitted(
    req,
    matter_id,
    people.map(({ id }) => id),
  )
  return { to: `/console/matters/${matter_id}`, flash: { done: "let_in" } }
}
