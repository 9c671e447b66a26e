// Who may see a matter: everyone at the firm, or only the people on its access list. Admins see how many are closed to
// them, and may admit themselves, of which everyone on the list is notified.
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { nameOf, roleWords } from "../../../../firm/users/console/team-words.tsx"
import { listTeam, type Member } from "../../../../firm/users/team.ts"
import { badField, forbidden, notFound } from "../../../../platform/errors.ts"
import { newId } from "../../../../platform/ids.ts"
import { checkboxes, choice } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import { isPastTheEnd, PagedTable, readPage } from "../../../../web/console/list-pages.tsx"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { When } from "../../../../web/console/times.tsx"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { Menu, PostButton } from "../../../../web/ui/components/button.tsx"
import { EmptyState } from "../../../../web/ui/components/card.tsx"
import { addToInbox } from "../../../notifications/inbox.ts"
import type { MatterRow } from "../../matter-row.ts"
import { admitAdmin, listAdmitted, listHiddenMatters, restrictMatter } from "../../parties/access-list.ts"
import { matterForm } from "../frame/frame.tsx"
import { requireMatter } from "../frame/require-matter.ts"

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

/** Only the assignee and the admins who see the matter may choose who else sees it. */
export function mayRestrict(
  { staff }: PageRequest,
  { assignee_id }: Pick<MatterRow, "assignee_id">,
): boolean {
  return staff.role === "admin" || (staff.role !== "read_only" && assignee_id === staff.user_id)
}

async function requireOwnMatter(req: PageRequest): Promise<MatterRow> {
  const matter = await requireMatter(req)
  if (mayRestrict(req, matter)) return matter
  throw forbidden(
    "assignee_only",
    "Only the assignee and the admins can choose who may see a matter. Ask one of them.",
  )
}

export const accessForm = form({
  edits: true,
  open: async (req) => {
    const matter = await requireOwnMatter(req)
    const [admitted, team] = await Promise.all([listAdmitted(req.tx, matter.id), listTeam(req.tx)])
    const ids = admitted.map(({ id }) => id)
    const people = checkboxes({
      label: "Who?",
      value: ids.length > 0 ? ids : undefined,
      suggested: [req.staff.user_id, matter.assignee_id ?? ""],
      options: team
        .filter(({ id, deactivated_at }) => deactivated_at === null || ids.includes(id))
        .map((member) => optionOf(member, matter, req)),
    })
    const access = choice({
      label: "Who may see it?",
      value: ids.length > 0 ? "listed" : "everyone",
      options: [
        { value: "everyone", label: "Everyone at the firm", hint: "As far as their roles allow." },
        {
          value: "listed",
          label: "Only certain people",
          hint: "Hidden from everyone else, including admins, in every list, search, count and log. Admins can let themselves in; Foyer then notifies you and records it in the audit log. Your firm’s software can still read the matter with an API key.",
          reveal: { people },
        },
      ],
    })
    return {
      ...matterForm(matter, "Who may see this matter", "Who may see"),
      fields: { access, people },
      record: { id: matter.id, admitted, team },
      submit: "Save",
    }
  },
  save: async (req, { access, people }, { id, admitted, team }) => {
    const { tx, staff } = req
    const chosen = access === "listed" ? people : []
    if (access === "listed" && chosen.length === 0)
      throw badField("people", "required", "Choose who may see this matter, or choose everyone at the firm.")
    const listed = team.filter((member) => chosen.includes(member.id))
    const label = listed.map(nameOf).join(", ") || "Everyone"
    // Audits and notifies before restricting: members who exclude themselves can no longer write about the matter after.
    await recordAudit(tx, "matter_access_changed", { matter_id: id, label })
    await notifyAdmitted(req, id, [...listed, ...admitted])
    await restrictMatter(tx, id, chosen)
    const isExcluded = chosen.length > 0 && !chosen.includes(staff.user_id)
    return { done: "matter_access_changed", to: isExcluded ? "/console/matters" : `/console/matters/${id}` }
  },
})

function optionOf(member: Member, { assignee_id }: MatterRow, { staff }: PageRequest) {
  const { id, deactivated_at } = member
  const hints = [roleWords(member), id === assignee_id && "assignee", deactivated_at && "deactivated"]
  return {
    value: id,
    label: `${nameOf(member)}${id === staff.user_id ? " (you)" : ""}`,
    hint: hints.filter(Boolean).join(", "),
  }
}

/** Notifies everyone who may see the matter, except the member who acts, that its access changed. */
export async function notifyAdmitted(
  { tx, staff }: PageRequest,
  matter_id: string,
  people: readonly { id: string }[],
): Promise<void> {
  const others = [...new Set(people.map(({ id }) => id))].filter((id) => id !== staff.user_id)
  await addToInbox(tx, { matter_id, kind: "access_changed", about: newId("audit") }, others)
}
