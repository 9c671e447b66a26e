// Restricted matters that an admin may not see: who may see each, and the action by which admins admit themselves.
// Everyone who may see the matter is notified of that.
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { notFound } from "../../../../platform/errors.ts"
import { isPastTheEnd, PagedTable, readPage } from "../../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { Menu, PostButton } from "../../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../../web/ui/components/card.tsx"
import { admitAdmin, listAdmitted, listHiddenMatters } from "../../parties/access-list.ts"
import { notifyAdmitted } from "./form.ts"

export const hiddenMattersUrl = "/console/restricted-matters"

export async function hiddenMattersPage(req: PageRequest): Promise<View> {
  const at = { home: hiddenMattersUrl, limit: 25 }
  const { rows, list } = await readPage(req, at, (page) => listHiddenMatters(req.tx, page))
  return {
    title: "Restricted matters",
    status: isPastTheEnd(list) ? 404 : 200,
    lede: "You cannot see these matters, because they are restricted to other people.",
    body: (
      <PagedTable
        {...{ rows, list }}
        caption="Matters you may not see, latest restriction first"
        columns={[
          { label: "Who may see it", cell: ({ people }) => people.join(", ") || "No one who works here" },
          { label: "Restricted", cell: ({ restricted_at }) => <When at={restricted_at} req={req} /> },
          {
            label: "Let yourself in",
            isButtons: true,
            cell: ({ matter_id }) => (
              <Menu id={`admission-${matter_id}`} label="Let yourself in" variant="secondary">
                <p>Foyer adds you to the list, notifies everyone on it, and records it in the audit log.</p>
                <PostButton action={`${hiddenMattersUrl}/${matter_id}/admission`} variant="danger" small>
                  Let me in
                </PostButton>
              </Menu>
            ),
          },
        ]}
        id={({ matter_id }) => matter_id}
        empty={
          <EmptyState
            title="You can see every matter"
            icon="lock"
            action={<a href="/console/matters">Go to matters</a>}
          >
            The assignee and the admins choose who may see a matter on its page.
          </EmptyState>
        }
      />
    ),
  }
}

export async function admit(req: PageRequest): Promise<Redirect> {
  const matter_id = req.param("matter_id")
  if (!(await admitAdmin(req.tx, matter_id))) throw notFound()
  await recordAudit(req.tx, "matter_access_overridden", { matter_id })
  await notifyAdmitted(req, matter_id, await listAdmitted(req.tx, matter_id))
  return { to: `/console/matters/${matter_id}`, flash: { done: "let_in" } }
}
