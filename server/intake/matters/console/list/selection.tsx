import { isAtLeast } from "../../../../firm/users/staff-roles.ts"
import type { Colleague } from "../../../../firm/users/team.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { Button, EnterButton, Menu } from "../../../../web/ui/components/button.tsx"
import { Checkbox } from "../../../../web/ui/components/choice.tsx"
import type { IconName } from "../../../../web/ui/components/icon.tsx"
import { PickField } from "../../../../web/ui/components/pick-field.tsx"
import { SelectField } from "../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../web/ui/components/text-field.tsx"
import { max_bulk } from "../../many/changes.ts"
import { stagesOf } from "../../stages/stages.ts"
import { bulkAssignees } from "../assignee/field.ts"

/**
 * The bulk actions: a bar at the bottom of the window while rows are selected. The checkboxes in the rows belong to this
 * form, which cannot hold those of menus.
 */
export function SelectionForm(props: {
  team: readonly Colleague[]
  back: string
  req: PageRequest
  /** How many matters the list has on all pages, and how many are on this one. */
  count: number
  shown: number
}) {
  const { team, back, req, count, shown } = props
  if (!isAtLeast(req.staff.role, "member")) return null
  const stages = stagesOf(req.staff.firm.settings)
  const step = (
    value: string,
    text: string,
    { leaves = false, icon }: { leaves?: boolean; icon?: IconName } = {},
  ) => (
    <Button
      name="step"
      value={value}
      variant="secondary"
      small
      icon={icon}
      attributes={leaves ? { "data-whole-page": true } : {}}
    >
      {text}
    </Button>
  )
  return (
    <form method="post" action="/console/matters/selection" id="selection" data-in-place>
      <input type="hidden" name="back" value={back} />
      {/* The server then takes the step of the field. */}
      <EnterButton name="step" value="" />
      <fieldset class="selection-bar">
        <legend class="visually-hidden">Selected matters</legend>
        <p class="selection-count" role="status" />
        <div class="selection-steps">
          <Menu id="bulk-assign" label="Assign" variant="secondary">
            <PickField
              id="assignee_id"
              label="Assign to"
              placeholder="Choose"
              options={bulkAssignees(team, req)}
            />
            {step("assign", "Assign")}
          </Menu>
          <Menu id="bulk-tag" label="Tag" variant="secondary">
            <TextField id="add_tag" label="Add a tag" autocomplete="off" maxlength={40} />
            {step("tag", "Add")}
          </Menu>
          <Menu id="bulk-due" label="Due" variant="secondary">
            <TextField id="due_on" label="Due day" type="date" />
            {step("due", "Set")}
          </Menu>
          {stages.length > 0 && (
            <Menu id="bulk-stage" label="Stage" variant="secondary">
              <SelectField
                id="stage_id"
                label="Move to"
                placeholder="Choose"
                options={[
                  ...stages.map(({ id, name }) => ({ value: id, label: name })),
                  { value: "none", label: "No stage" },
                ]}
              />
              {step("stage", "Move")}
            </Menu>
          )}
          {step("remind", "Remind", { leaves: true, icon: "bell" })}
          {step("close", "Close")}
          <Menu id="bulk-export" label="Export" variant="secondary">
            {step("workbook", "Excel workbook", { leaves: true })}
            {step("csv", "Table (CSV)", { leaves: true })}
          </Menu>
          {count > shown && <WholeList count={count} />}
        </div>
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
  return <Checkbox id="all" value={String(count)} label={`All ${matters}, on every page`} />
}

export function RowCheckbox({ id, name }: { id: string; name: string }) {
  return (
    <label class="row-box">
      <input class="choice-input" type="checkbox" name="matter" value={id} form="selection" />
      <span class="visually-hidden">Select {name}</span>
    </label>
  )
}
