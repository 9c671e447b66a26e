import { conditionSentence } from "../../../../../definition/conditions/condition-sentences.ts"
import type { Condition } from "../../../../../definition/conditions/conditions.ts"
import type { Definition } from "../../../../../definition/definition.ts"
import type { RefusedForm } from "../../../../../web/console/page-request.ts"
import { Notice } from "../../../../../web/ui/components/banner.tsx"
import { Card } from "../../../../../web/ui/components/card.tsx"
import { Checkbox } from "../../../../../web/ui/components/choice.tsx"
import { SelectField } from "../../../../../web/ui/components/select-field.tsx"
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
  /** The kind of part: "question", "section". */
  noun: string
  definition: Definition
  condition: Condition | undefined
  /** What it can refer to. */
  before: PartsBefore
  refused: RefusedForm | undefined
}

/** Shows a part's condition as a sentence, with groups of rows to edit it. */
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
    <Card title="When to show it">
      {condition ? (
        <Notice>{conditionSentence(condition, definition)}</Notice>
      ) : (
        <p>This {noun} is always shown. To show it only in some cases, choose a question.</p>
      )}
      {!stored && (
        <>
          <p>
            This rule is too complex to edit here. It stays in effect unless you choose other conditions or
            remove it.
          </p>
          <Checkbox id="without_condition" label={`Remove the rule and always show this ${noun}`} />
        </>
      )}
      {groups.length > 1 && (
        <SelectField
          id="mode"
          label="Show it when"
          value={mode}
          options={[
            { value: "all", label: "every group is true" },
            { value: "any", label: "at least one group is true" },
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
          label={isOnly ? "Show it when" : "It is true when"}
          value={mode}
          options={[
            { value: "all", label: rows.length > 1 ? "all of these are true" : "this is true" },
            { value: "any", label: "any of these is true" },
            { value: "none", label: rows.length > 1 ? "none of these is true" : "this is not true" },
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
