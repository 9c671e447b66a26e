import { form } from "../../../../web/console/forms/form.ts"
import { day, line } from "../../../../web/console/forms/text-fields.tsx"
import { matterForm } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import { changeFiling, getFiling, listTags } from "../../filing/filing.ts"

const max_tags_characters = 2_000

export const filingForm = form({
  edits: true,
  open: async (req) => {
    const { staff, tx } = req
    const matter = await requireMatter(req)
    const { file_number, due_on, tags } = await getFiling(tx, matter.id)
    const known = await listTags(tx, staff.assigned_matters_only ? staff.user_id : null)
    return {
      ...matterForm(matter, "File number, due date and tags"),
      fields: {
        file_number: line({
          label: "File number",
          hint: "Your firm’s own number. Search finds it. Clients do not see it.",
          max: 60,
          value: file_number,
        }),
        due_on: day({ label: "Due", hint: "The day by which the matter should be done.", value: due_on }),
        tags: line({
          label: "Tags",
          hint:
            known.length > 0
              ? `Separate them with commas. In use: ${known.slice(0, 20).join(", ")}.`
              : "Separate them with commas, for example: Trust, Urgent.",
          max: max_tags_characters,
          value: tags.join(", "),
        }),
      },
      record: matter.id,
      submit: "Save",
    }
  },
  save: async ({ tx }, { tags, ...filing }, id) => {
    await changeFiling(tx, id, { ...filing, tags: tags.split(",") })
    return { done: "matter_filed" }
  },
})
