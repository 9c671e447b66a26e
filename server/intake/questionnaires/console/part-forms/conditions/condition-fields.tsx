import { conditionSentence } from "../../../../../definition/conditions/condition-sentences.ts"
import { truncated } from "../../../../../definition/conditions/findings.ts"
import { textIn } from "../../../../../definition/text.ts"
import { faultAt, type RefusedForm } from "../../../../../web/console/page-request.ts"
import { Notice } from "../../../../../web/ui/components/banner.tsx"
import { Card } from "../../../../../web/ui/components/card.tsx"
import { Checkbox } from "../../../../../web/ui/components/choice.tsx"
import { SelectField, type SelectFieldProps } from "../../../../../web/ui/components/select-field.tsx"
import { TextField } from "../../../../../web/ui/components/text-field.tsx"
import { factsBefore, type PartsBefore, partsBefore } from "../../../editing/parts-before.ts"
import type { PartLocation } from "../part-form.ts"
import { type Conditional, nameOf, typedGroups } from "./condition-form.ts"
import {
  type ConditionGroup,
  type ConditionRow,
  comparisonsFor,
  factLabels,
  groupsOf,
  maxGroups,
  maxRows,
  optionsFor,
} from "./condition-groups.ts"

interface ConditionFieldsProps {
  /** The kind of part: "question", "section". */
  noun: string
  part: Conditional
  location: PartLocation
  refused: RefusedForm | undefined
}

/** Shows a part's condition as a sentence, with groups of rows to edit it. */
export function ConditionFields({ noun, part, location, refused }: ConditionFieldsProps) {
  const { condition } = part
  const before = partsBefore(location.definition, location.section.id, part.id)
  const stored = groupsOf(condition, before)
  const { mode, groups } = refused ? typedGroups(refused.form) : (stored ?? { mode: "all", groups: [] })
  const another: ConditionGroup = { mode: groups.length > 0 && mode === "all" ? "any" : "all", rows: [] }
  const shown = [...groups, another].slice(0, maxGroups)
  return (
    <Card title="When to show it">
      {condition ? (
        <Notice>{conditionSentence(condition, location.definition)}</Notice>
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
          {...{ number: index + 1, group, before, refused }}
          isOnly={groups.length < 2 && index === 0}
        />
      ))}
    </Card>
  )
}

interface RowContext {
  /** What a condition can refer to. */
  before: PartsBefore
  refused: RefusedForm | undefined
}

interface GroupFieldsProps extends RowContext {
  number: number
  group: ConditionGroup
  isOnly: boolean
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

interface RowFieldsProps {
  group: number
  number: number
  label: string
  /** The group, for screen reader labels. */
  about: string
  row: ConditionRow
}

/** One condition: its subject, and the comparisons and values that suit the subject. */
function RowFields(props: RowFieldsProps & RowContext) {
  const { group, number, label, about, row, before, refused } = props
  const of = (field: string) => nameOf(field, group, number)
  const comparisons = comparisonsFor(row.subject, before)
  const options = optionsFor(row.subject, before, row.value)
  const hidden = (word: string) => (
    <span class="visually-hidden">{`${word} of condition ${number}${about}`}</span>
  )
  const value = { id: of("what"), label: hidden("Answer"), value: row.value }
  const isOpen = row.comparison !== "answered" && row.comparison !== "unanswered"
  return (
    <div class="condition">
      <SelectField
        id={of("if")}
        label={
          <>
            {label}
            <span class="visually-hidden">{about}</span>
          </>
        }
        placeholder={row.subject ? "Remove this condition" : "Choose a question"}
        value={row.subject}
        error={faultAt(refused, of("if"))}
        options={subjectsAmong(before, row.subject)}
      />
      {comparisons.length > 0 && (
        <>
          <input type="hidden" name={of("was")} value={row.subject} />
          <SelectField
            id={of("how")}
            label={hidden("Comparison")}
            value={row.comparison}
            options={comparisons}
          />
          {isOpen && options.length > 0 && (
            <SelectField
              {...value}
              options={options.map(([value, words]) => ({ value: String(value), label: words }))}
            />
          )}
          {isOpen && options.length === 0 && (
            <TextField {...value} error={faultAt(refused, value.id)} autocomplete="off" />
          )}
        </>
      )}
    </div>
  )
}

function subjectsAmong(before: PartsBefore, chosen: string): SelectFieldProps["options"] {
  const earlier = before.questions.map(({ id, prompt }) => ({
    value: id,
    label: truncated(textIn(prompt, "en")),
  }))
  return [
    ...(earlier.length > 0 ? [{ group: "Earlier questions", options: earlier }] : []),
    {
      group: "The matter",
      options: factsBefore(before, chosen).map((name) => ({ value: name, label: factLabels[name] })),
    },
  ]
}
