import { listTeam } from "../../../../firm/users/team.ts"
import { list } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import { matterName } from "../../../../web/console/forms/text-fields.tsx"
import { matterForm } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import { assignMatter, renameMatter } from "../../assignment.ts"
import { listAdmitted } from "../../parties/access-list.ts"
import { assigneeList } from "./field.ts"

export const assignmentForm = form({
  edits: true,
  open: async (req) => {
    const matter = await requireMatter(req)
    const { is_restricted, assignee_id } = matter
    const [team, admitted] = await Promise.all([listTeam(req.tx), listAdmitted(req.tx, matter.id)])
    const eligible = team.filter(({ id }) => !is_restricted || admitted.some((person) => person.id === id))
    return {
      ...matterForm(matter, "Assign the matter", "Assign"),
      fields: { assignee_id: list(assigneeList(eligible, req, assignee_id ?? "")) },
      record: matter.id,
      submit: "Save",
    }
  },
  save: async ({ tx, staff }, { assignee_id }, id) => {
    await assignMatter(tx, id, assignee_id || null)
    const losesAccess = staff.assigned_matters_only && assignee_id !== staff.user_id
    return {
      done: assignee_id ? "matter_assigned" : "matter_unassigned",
      to: losesAccess ? "/console/matters" : undefined,
    }
  },
})

export const nameForm = form({
  edits: true,
  open: async (req) => {
    const matter = await requireMatter(req)
    return {
      ...matterForm(matter, "Rename the matter", "Rename"),
      fields: {
        matter_name: matterName({
          hint: "As your firm files it. Clients do not see it.",
          value: matter.name,
        }),
      },
      record: matter.id,
      submit: "Save",
    }
  },
  save: async ({ tx }, { matter_name }, id) => {
    await renameMatter(tx, id, matter_name)
    return { done: "matter_renamed" }
  },
})
