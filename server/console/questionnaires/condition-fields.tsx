import { conditionSentence } from "../../definition/condition-sentences.ts"
import type { Condition } from "../../definition/conditions.ts"
import type { Definition } from "../../definition/definition.ts"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Checkbox } from "../../ui/components/checkbox.tsx"
import { SelectField } from "../../ui/components/select-field.tsx"
import type { RefusedForm } from "../page-request.ts"
import { nameOf, typedGroups } from "./condition-form.ts"
import {
  type ConditionGroup,
  type ConditionRow,
  groupsOf,
  maxGroups,
  maxRows,
  type PartsBefore,
} from "./condition-groups.ts"
import { RowFields } from "./condition-row.tsx"

interface ConditionFieldsProps {
  /** What shows or does not: "question", "section". */
  noun: string
  definition: Definition
  condition: Condition | undefined
  /** What it may look at. */
  before: PartsBefore
  refused: RefusedForm | undefined
}

/** When a part shows: the sentence as it stands, and groups of rows to change it. */
export function ConditionFields({ noun, definition, condition, before, refused }: ConditionFieldsProps) {
  const stored = groupsOf(condition, before)
  const { mode, groups } = refused ? typedGroups(refused.form) : (stored ?? { mode: "all", groups: [] })
  const shown: ConditionGroup[] =
    groups.length > 0 && groups.length < maxGroups
      ? [...groups, { mode: mode === "any" ? "all" : "any", rows: [] }]
      : groups.length > 0
        ? groups
        : [{ mode: "all", rows: [] }]
  return (
    <Card title="When does it show?">
      {condition ? (
        <Notice>{conditionSentence(condition, definition, "en")}</Notice>
      ) : (
        <p>It always shows. Pick a question to show this {noun} only in some cases.</p>
      )}
      {!stored && (
        <>
          <p>
            This rule was written outside of this page and says more than conditions here can. It stays as it
            is, unless you pick conditions or take it away.
          </p>
          <Checkbox id="without_condition" label={`Take the rule away: always show this ${noun}`} />
        </>
      )}
      {groups.length > 1 && (
        <SelectField
          id="mode"
          label="Show it when"
          value={mode}
          options={[
            { value: "all", label: "every group is met" },
            { value: "any", label: "at least one group is met" },
          ]}
        />
      )}
      {shown.map((group, index) => (
        <GroupFields
          key={index}
          number={index + 1}
          group={group}
          isOnly={groups.length < 2 && index === 0}
          before={before}
          refused={refused}
        />
      ))}
    </Card>
  )
}

interface GroupFieldsProps {
  number: number
  group: ConditionGroup
  isOnly: boolean
  before: PartsBefore
  refused: RefusedForm | undefined
}

const blank: ConditionRow = { subject: "", comparison: "", value: "" }

function GroupFields({ number, group, isOnly, before, refused }: GroupFieldsProps) {
  const { mode, rows } = group
  const name = nameOf("group_mode", number)
  const fields = (
    <>
      {rows.length > 0 && (
        <SelectField
          id={name}
          label={isOnly ? "Show it when" : "It is met when"}
          value={mode}
          options={[
            { value: "all", label: rows.length > 1 ? "all of these hold" : "this holds" },
            { value: "any", label: "any of these holds" },
            { value: "none", label: rows.length > 1 ? "none of these holds" : "this does not hold" },
          ].filter(({ value }) => rows.length > 1 || value !== "any" || mode === "any")}
        />
      )}
      {rows.length === 0 && !isOnly && <input type="hidden" name={name} value={mode} />}
      {[...rows, ...(rows.length < maxRows ? [blank] : [])].map((row, index) => (
        <RowFields
          key={index}
          {...{ group: number, number: index + 1, row, before, refused }}
          label={isOnly || rows.length > 0 ? `Condition ${index + 1}` : "First condition of another group"}
          about={isOnly || rows.length === 0 ? "" : ` of group ${number}`}
        />
      ))}
    </>
  )
  return isOnly ? (
    fields
  ) : (
    <fieldset class={rows.length > 0 ? "field condition-group" : "field"}>
      <legend class={rows.length > 0 ? "label" : "visually-hidden"}>
        {rows.length > 0 ? `Group ${number}` : "Another group"}
      </legend>
      <div class="stack">{fields}</div>
    </fieldset>
  )
}
