import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { Member } from "../../../../firm/users/team.ts"
import { max_bulk } from "../../../../operations/bulk-actions/bulk-actions.ts"
import { countText } from "../../../../platform/count-text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Button } from "../../../../web/ui/components/button.tsx"
import { Checkbox } from "../../../../web/ui/components/choice.tsx"
import type { IconName } from "../../../../web/ui/components/icon.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { assigneeOptions } from "../assignee/field.ts"

/** The bulk actions, below the list. The checkboxes in its rows belong to this form, which cannot hold those of menus. */
export function SelectionForm(props: {
  team: readonly Member[]
  back: string
  req: PageRequest
  /** How many matters the list has on all pages, and how many are on this one. */
  count: number
  shown: number
}) {
  const { team, back, req, count, shown } = props
  if (!isAtLeast(req.staff.role, "member")) return null
  const step = (value: string, text: string, icon?: IconName) => (
    <Button name="step" value={value} variant="secondary" small icon={icon}>
      {text}
    </Button>
  )
  return (
    <form method="post" action="/console/matters/selection" class="stack" id="selection">
      <input type="hidden" name="back" value={back} />
      <fieldset class="selection-bar">
        <legend class="selection-title">Selected matters</legend>
        {count > shown && <WholeList count={count} />}
        <div class="selection-steps">
          {step("remind", "Remind", "bell")}
          {step("workbook", "Export as Excel", "download")}
          {step("csv", "Export as CSV", "download")}
          {step("close", "Close matters")}
          <div class="selection-assignment">
            <SelectField
              id="assignee_id"
              label="Assign to"
              placeholder="Choose"
              options={[{ value: "nobody", label: "No one" }, ...assigneeOptions(team, req)]}
            />
            {step("assign", "Assign")}
          </div>
          <div class="selection-assignment">
            <TextField id="add_tag" label="Add a tag" autocomplete="off" maxlength={40} />
            {step("tag", "Add")}
          </div>
          <div class="selection-assignment">
            <TextField id="due_on" label="Due day" type="date" />
            {step("due", "Set")}
          </div>
        </div>
        <p class="selection-count" role="status" />
      </fieldset>
    </form>
  )
}

/** Extends the actions to all pages of the list. Its value is the number of matters that the page counted. */
function WholeList({ count }: { count: number }) {
  const matters = countText(count, "matter")
  if (count > max_bulk)
    return (
      <p class="selection-count">
        The list has {matters}. Filter it to at most {countText(max_bulk, "matter")} to act on all of them.
      </p>
    )
  return <Checkbox id="all" value={String(count)} label={`All ${matters} of this list, on every page`} />
}

export function RowCheckbox({ id, name }: { id: string; name: string }) {
  return (
    <label class="row-box">
      <input class="choice-input" type="checkbox" name="matter" value={id} form="selection" />
      <span class="visually-hidden">Select {name}</span>
    </label>
  )
}
