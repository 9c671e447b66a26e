import { fieldOf, type RefusedForm } from "../../../../web/console/page-request.ts"
import { Actions } from "../../../../web/ui/components/actions.tsx"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { IfPermitted } from "../../../../web/ui/components/permitted.tsx"
import { RadioGroup } from "../../../../web/ui/components/radio-group.tsx"
import { TextArea } from "../../../../web/ui/components/text-area.tsx"
import { decisions } from "../../conflict-checks.ts"
import { decisionWords } from "./words.ts"

/** Records the decision on a name, and the reason. */
export function DecisionForm({ name, refused }: { name: string; refused: RefusedForm | undefined }) {
  return (
    <IfPermitted href="/console/conflicts">
      <div class="no-print">
        <Card title="Record the decision">
          <form method="post" action="/console/conflicts">
            <input type="hidden" name="name" value={name} />
            <RadioGroup
              {...fieldOf(refused, "decision")}
              label={`What did you decide about ${name}?`}
              options={decisions.map((value) => ({
                value,
                label: decisionWords[value].text,
                hint: decisionWords[value].hint,
              }))}
            />
            <TextArea
              {...fieldOf(refused, "note")}
              label="Why (optional)"
              hint="Saved and printed with the check."
              maxlength={2_000}
              rows={3}
            />
            <Actions>
              <Button>Record the check</Button>
            </Actions>
          </form>
        </Card>
      </div>
    </IfPermitted>
  )
}
