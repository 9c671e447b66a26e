import { notFound } from "../../../../platform/errors.ts"
import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import { form } from "../../../../web/console/forms/form.ts"
import { text } from "../../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../../web/console/forms/unseen-fields.tsx"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import { decisions, max_note_characters, recordConflictCheck } from "../../conflict-checks.ts"
import { decisionWords } from "./words.ts"

/** The maximum length of a recorded name. */
export const max_name_characters = 200

/** The name to check, from the search or the decision on it. */
export function nameIn({ form, query }: PageRequest): string {
  const typed = trimmedTextOf(form, "name") || (query.name ?? "")
  return typed.replaceAll("\0", "").trim().slice(0, max_name_characters)
}

/** Records the decision on a name, and the reason. */
export const decisionForm = form({
  open: async (req) => {
    if (req.staff.assigned_matters_only) throw notFound()
    const name = nameIn(req)
    return {
      title: "Record the decision",
      fields: {
        name: hidden(name),
        decision: choice({
          label: `What did you decide about ${name}?`,
          options: decisions.map((value) => ({
            value,
            label: decisionWords[value].text,
            hint: decisionWords[value].hint,
          })),
          missing: "Choose what you decided.",
        }),
        note: text({
          label: "Why (optional)",
          hint: "Saved and printed with the check.",
          max: max_note_characters,
          is_limited: true,
          rows: 3,
        }),
      },
      submit: "Record the check",
    }
  },
  save: async ({ tx }, values) => {
    const id = await recordConflictCheck(tx, values)
    return { done: "conflict_check_recorded", to: `/console/conflicts/${id}` }
  },
})
