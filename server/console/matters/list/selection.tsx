import type { ComponentChildren } from "preact"
import { Button } from "../../../ui/components/button.tsx"
import { SelectField } from "../../../ui/components/select-field.tsx"
import { isAtLeast } from "../../../users/staff-roles.ts"
import type { Member } from "../../../users/team.ts"
import type { PageRequest } from "../../page-request.ts"
import { assigneeOptions } from "../assignee/field.tsx"

/** The list as a form: a checkbox in each row, and below it the bulk actions. */
export function SelectionForm(props: {
  team: readonly Member[]
  back: string
  req: PageRequest
  children: ComponentChildren
}) {
  const { team, back, req, children } = props
  if (!isAtLeast(req.staff.role, "member")) return <>{children}</>
  return (
    <form method="post" action="/console/matters/selection" class="stack" id="selection">
      <input type="hidden" name="back" value={back} />
      {children}
      <fieldset class="selection-bar">
        <legend class="selection-title">Selected matters</legend>
        <div class="selection-steps">
          <Button name="step" value="remind" variant="secondary" small icon="bell">
            Remind
          </Button>
          <Button name="step" value="workbook" variant="secondary" small icon="download">
            Export as Excel
          </Button>
          <Button name="step" value="csv" variant="secondary" small icon="download">
            Export as CSV
          </Button>
          <Button name="step" value="close" variant="secondary" small>
            Close
          </Button>
          <div class="selection-assignment">
            <SelectField
              id="assignee_id"
              label="Assign to"
              placeholder="Choose"
              options={[{ value: "nobody", label: "No one" }, ...assigneeOptions(team, req)]}
            />
            <Button name="step" value="assign" variant="secondary" small>
              Assign
            </Button>
          </div>
        </div>
        <p class="selection-count" role="status" />
      </fieldset>
    </form>
  )
}

export function RowCheckbox({ id, name }: { id: string; name: string }) {
  return (
    <label class="row-box">
      <input class="choice-input" type="checkbox" name="matter" value={id} />
      <span class="visually-hidden">Select {name}</span>
    </label>
  )
}
