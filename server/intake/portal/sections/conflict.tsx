import type { Form } from "../../../platform/http/responses/pages.ts"
import { belongs } from "../../../web/portal/control-names.ts"
import { seenName, textOf } from "../../../web/portal/form.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import { RadioGroup } from "../../../web/ui/components/choice.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import type { Conflict } from "../../matters/changes/changes.ts"
import { answerInWords, type Field } from "../fields/field.ts"
import type { PageRequest } from "../page-request.ts"
import type { View } from "../view.tsx"
import { changerOf, timeOf } from "../who-and-when.ts"
import type { PageAddress } from "./section.tsx"

const conflictName = (name: string) => `keep.${name}`

/**
 * Two people changed the same field: shows both answers with names and asks which one to save. The form carries the
 * current revision, so a third change in the meantime brings the page up again.
 */
export function conflictView(
  req: PageRequest,
  request: PageAddress,
  fields: readonly Field[],
  conflicts: readonly Conflict[],
  typed: Form,
): View {
  const { words } = req
  const named = conflicts.flatMap((conflict) => {
    const field = fields.find((each) => each.name === conflict.field)
    return field ? [{ field, conflict }] : []
  })
  const related = new Set(named.flatMap(({ field }) => relatedOf(field, fields)))
  for (const { field } of named) related.delete(field)
  const someone = named[0] ? changerOf(named[0].conflict, req) : words.conflict.someone
  const isOwn = named.every(({ conflict }) => conflict.is_own)
  const title = isOwn ? words.conflict.title_own : words.conflict.title
  const lede = isOwn ? words.conflict.lede_own : words.conflict.lede(someone)
  return {
    title,
    status: 409,
    body: (
      <>
        <PageHeading title={title} lede={lede} />
        <PageForm action={`${request.path}${request.search}`} words={words} submit={words.conflict.save}>
          {[...related].map((field) => (
            <div key={field.name}>
              <HiddenInputs name={seenName(field.name)} values={typed[seenName(field.name)]} />
              <TypedInputs field={field} typed={typed} />
            </div>
          ))}
          {named.map(({ field, conflict }) => (
            <div key={field.name}>
              <input type="hidden" name={seenName(field.name)} value={conflict.revision} />
              <TypedInputs field={field} typed={typed} />
              <RadioGroup
                id={conflictName(field.name)}
                label={words.conflict.choose(field.label)}
                value={field.sensitive ? "theirs" : "yours"}
                options={[
                  {
                    value: "yours",
                    label: conflict.is_own ? words.conflict.yours_here : words.conflict.yours,
                    hint: field.sensitive
                      ? words.conflict.type_again
                      : inWords(field, conflict.yours, conflict.theirs),
                  },
                  {
                    value: "theirs",
                    label: conflict.is_own
                      ? words.conflict.yours_elsewhere(timeOf(conflict.changed_at, req))
                      : words.conflict.theirs(changerOf(conflict, req), timeOf(conflict.changed_at, req)),
                    hint: field.sensitive
                      ? words.frame.hidden_value
                      : inWords(field, conflict.theirs, conflict.yours),
                  },
                ]}
              />
            </div>
          ))}
        </PageForm>
      </>
    ),
  }

  function inWords(field: Field, value: unknown, other: unknown) {
    if (field.type === "table" && Array.isArray(value) && value.length > 0)
      return <TableRows field={field} rows={value} others={Array.isArray(other) ? other : []} req={req} />
    return answerInWords(field, value, req.lang) || words.conflict.blank
  }
}

/** So many rows fit beside those of the other answer. */
const max_lines = 8

/** The rows in which a table differs from the other answer, a line each. */
function TableRows(props: {
  field: Field
  rows: readonly string[]
  others: readonly string[]
  req: PageRequest
}) {
  const { field, rows, others, req } = props
  const { table } = req.words.questions
  const own = rows.flatMap((row, index) => (others.includes(row) ? [] : [{ row, number: index + 1 }]))
  const left_out = own.length - max_lines
  return (
    <ul class="plain-list">
      {own.slice(0, max_lines).map(({ row, number }) => (
        <li key={number}>
          <b>{table.row(number)}</b> {answerInWords(field, [row], req.lang)}
        </li>
      ))}
      {left_out > 0 && <li>{req.words.conflict.more_rows(left_out)}</li>}
      {own.length < rows.length && <li>{req.words.conflict.same_rows(rows.length - own.length)}</li>}
    </ul>
  )
}

/** What was typed; never a sensitive value. */
function TypedInputs({ field, typed }: { field: Field; typed: Form }) {
  if (field.sensitive) return null
  const own = Object.entries(typed).filter(([name]) => belongs(name, field.name))
  return (
    <>
      {own.map(([name, values]) => (
        <HiddenInputs key={name} name={name} values={values} />
      ))}
    </>
  )
}

function HiddenInputs({ name, values = [] }: { name: string; values?: readonly string[] | undefined }) {
  return (
    <>
      {values.map((value) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

/** The fields without which a form would not save this one: those that reveal it, and its alternatives. */
function relatedOf(field: Field, fields: readonly Field[]): Field[] {
  const revealing = fields.filter(({ reveals }) =>
    Object.values(reveals ?? {}).some((names) => names.includes(field.name)),
  )
  const alternatives = fields.filter(({ name }) => field.alternatives?.includes(name))
  return [...revealing.flatMap((each) => [...relatedOf(each, fields), each]), ...alternatives]
}

/** Drops the fields for which the user chose the other person's answer. */
export function withoutConflicts(form: Form): Form {
  const dropped = Object.keys(form)
    .filter((name) => name.startsWith("keep.") && textOf(form, name) === "theirs")
    .map((name) => name.slice("keep.".length))
  if (dropped.length === 0) return form
  const isDropped = (name: string) => dropped.some((each) => name === seenName(each) || belongs(name, each))
  return Object.fromEntries(Object.entries(form).filter(([name]) => !isDropped(name)))
}
