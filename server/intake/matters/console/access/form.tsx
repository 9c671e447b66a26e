// Who may see a matter: everyone at the firm, or only the people on its access list.
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { nameOf, roleWords } from "../../../../firm/users/console/team/team-page.tsx"
import { listTeam } from "../../../../firm/users/team.ts"
import { addToInbox } from "../../../../follow-up/notifications/inbox.ts"
import { badRequest, Failure } from "../../../../platform/errors.ts"
import { newId } from "../../../../platform/ids.ts"
import type { StoredField } from "../../../../web/console/forms/stale-forms.tsx"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import {
  faultAt,
  type PageRequest,
  type RefusedForm,
  textOf,
  tickedOr,
  typedOr,
} from "../../../../web/console/page-request.ts"
import type { Redirect, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { CheckboxGroup } from "../../../../web/ui/components/checkbox-group.tsx"
import { RadioGroup } from "../../../../web/ui/components/radio-group.tsx"
import type { MatterRow } from "../../matter-row.ts"
import { listAdmitted, restrictMatter } from "../../parties/access-list.ts"

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
  throw new Failure(
    "forbidden",
    "assignee_only",
    "Only the assignee and the admins can choose who may see a matter. Ask one of them.",
  )
}

export async function storedAdmitted(req: PageRequest): Promise<StoredField[]> {
  const { id } = await requireOwnMatter(req)
  const people = await listAdmitted(req.tx, id)
  return [{ label: "Who may see it", value: people.map(({ name }) => name).join(", ") || "Everyone" }]
}

export async function accessPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireOwnMatter(req)
  const [people, team] = await Promise.all([listAdmitted(req.tx, matter.id), listTeam(req.tx)])
  const ids = people.map(({ id }) => id)
  const suggested = ids.length > 0 ? ids : [req.staff.user_id, matter.assignee_id ?? ""]
  const options = team
    .filter(({ id, deactivated_at }) => deactivated_at === null || ids.includes(id))
    .map((member) => ({
      value: member.id,
      label: `${nameOf(member)}${member.id === req.staff.user_id ? " (you)" : ""}`,
      hint: [
        roleWords(member),
        member.id === matter.assignee_id && "assignee",
        member.deactivated_at && "deactivated",
      ]
        .filter(Boolean)
        .join(", "),
    }))
  return {
    title: "Who may see this matter",
    tab_title: `Who may see ${matter.name}`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        <CancelableForm seen={req} cancel={`/console/matters/${matter.id}`} submit="Save">
          <RadioGroup
            id="access"
            label="Who may see it?"
            value={typedOr(refused, "access", ids.length > 0 ? "listed" : "everyone")}
            error={faultAt(refused, "access")}
            options={[
              { value: "everyone", label: "Everyone at the firm", hint: "As far as their roles allow." },
              {
                value: "listed",
                label: "Only certain people",
                hint: "Hidden from everyone else, including admins, in every list, search, count and log. Admins can let themselves in; Foyer then notifies you and records it in the audit log. Your firm’s software can still read the matter with an API key.",
                reveal: (
                  <CheckboxGroup
                    id="people"
                    label="Who?"
                    values={tickedOr(refused, "people", suggested)}
                    error={faultAt(refused, "people")}
                    options={options}
                  />
                ),
              },
            ]}
          />
        </CancelableForm>
      </Card>
    ),
  }
}

export async function changeAccess(req: PageRequest): Promise<Redirect> {
  const { tx, staff, form } = req
  const { id } = await requireOwnMatter(req)
  const isListed = textOf(form, "access") === "listed"
  const chosen = isListed ? [...new Set(form.people)] : []
  if (isListed && chosen.length === 0) {
    const message = "Choose who may see this matter, or choose everyone at the firm."
    throw badRequest([{ param: "people", code: "required", message }])
  }
  const before = await listAdmitted(tx, id)
  const listed = (await listTeam(tx)).filter((member) => chosen.includes(member.id))
  const label = listed.map(nameOf).join(", ") || "Everyone"
  // Audits and notifies before restricting: members who exclude themselves can no longer write about the matter after.
  await recordAudit(tx, "matter_access_changed", { matter_id: id, label })
  await notifyAdmitted(
    req,
    id,
    [...listed, ...before].map((person) => person.id),
  )
  await restrictMatter(tx, id, chosen)
  const isExcluded = chosen.length > 0 && !chosen.includes(staff.user_id)
  return {
    to: isExcluded ? "/console/matters" : `/console/matters/${id}`,
    flash: { done: "matter_access_changed" },
  }
}

/** Notifies everyone who may see the matter, except the member who acts, that its access changed. */
export async function notifyAdmitted(
  { tx, staff }: PageRequest,
  matter_id: string,
  user_ids: string[],
): Promise<void> {
  const others = [...new Set(user_ids)].filter((id) => id !== staff.user_id)
  await addToInbox(tx, { matter_id, kind: "access_changed", about: newId("audit") }, others)
}
