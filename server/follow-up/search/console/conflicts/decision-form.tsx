import { choice } from "../../../../web/console/forms/choice-fields.tsx"
import { FormActions, showFields } from "../../../../web/console/forms/form-page.tsx"
import { text } from "../../../../web/console/forms/text-fields.tsx"
import { hidden } from "../../../../web/console/forms/unseen-fields.tsx"
import type { RefusedForm } from "../../../../web/console/page-request.ts"
import { PostForm } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { decisions, max_note_characters } from "../../conflict-checks.ts"
import { decisionWords } from "./words.ts"

/** Records the decision on a name, and the reason. */
export function DecisionForm({ name, refused }: { name: string; refused: RefusedForm | undefined }) {
  return (
    <PostForm action="/console/conflicts" class="no-print">
      <Card title="Record the decision">
        {showFields(decisionFields(name), refused)}
        <FormActions submit="Record the check" />
      </Card>
    </PostForm>
  )
}

export function decisionFields(name: string) {
  return {
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
  }
}
