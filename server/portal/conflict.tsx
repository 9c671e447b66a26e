import type { AnswerValue } from "../definition/conditions.ts"
import { displayValue } from "../definition/values.ts"
import type { Conflict } from "../matters/changes.ts"
import type { Form } from "../platform/http/pages.ts"
import { PageHeading } from "../ui/components/page-heading.tsx"
import { RadioGroup } from "../ui/components/radio-group.tsx"
import type { Field } from "./field.ts"
import { seenName, textOf } from "./form.ts"
import { PageForm } from "./page-form.tsx"
import type { PageRequest } from "./page-request.ts"
import type { PageAddress } from "./section.tsx"
import type { View } from "./view.tsx"
import { changerOf, timeOf } from "./who-and-when.ts"

const conflictName = (name: string) => `keep.${name}`

/**
 * Two people answered the same: shows both answers with names and asks which is right. The form sends the chosen
 * one once more, having now seen the other, so a third change in between asks again.
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
    return field ? [{ ask: field, conflict }] : []
  })
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
          {named.map(({ ask, conflict }) => (
            <div key={ask.name}>
              <input type="hidden" name={seenName(ask.name)} value={conflict.revision} />
              {carried(ask, typed).map(([name, value]) => (
                <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
              ))}
              <RadioGroup
                id={conflictName(ask.name)}
                label={words.conflict.choose(ask.label)}
                value={ask.sensitive ? "theirs" : "yours"}
                options={[
                  {
                    value: "yours",
                    label: conflict.is_own ? words.conflict.yours_here : words.conflict.yours,
                    hint: ask.sensitive ? words.conflict.type_again : inWords(req, ask, conflict.yours),
                  },
                  {
                    value: "theirs",
                    label: conflict.is_own
                      ? words.conflict.yours_elsewhere(timeOf(conflict.changed_at, req))
                      : words.conflict.theirs(changerOf(conflict, req), timeOf(conflict.changed_at, req)),
                    hint: ask.sensitive ? words.frame.hidden_value : inWords(req, ask, conflict.theirs),
                  },
                ]}
              />
            </div>
          ))}
        </PageForm>
      </>
    ),
  }

  function inWords(req: PageRequest, ask: Field, value: unknown): string {
    const names = Object.fromEntries((ask.people ?? []).map((person) => [person.contact_id, person.name]))
    return displayValue(ask, value as AnswerValue | null, req.lang, names, "; ") || req.words.conflict.blank
  }

  /** What was typed travels along, except what must not come back to the browser. */
  function carried(ask: Field, form: Form): [string, string][] {
    if (ask.sensitive) return []
    const own = [ask.name, ...["month", "day", "year"].map((part) => `${ask.name}_${part}`)]
    return own.flatMap((name) => (form[name] ?? []).map((value): [string, string] => [name, value]))
  }
}

/** The form without the answers somebody decided to leave to the other person. */
export function withoutConflicts(form: Form): Form {
  const left = Object.keys(form)
    .filter((name) => name.startsWith("keep.") && textOf(form, name) === "theirs")
    .map((name) => name.slice("keep.".length))
  if (left.length === 0) return form
  const isLeft = (name: string) =>
    left.some(
      (each) =>
        name === each ||
        name === seenName(each) ||
        (/^_(month|day|year)$/.test(name.slice(each.length)) && name.startsWith(each)),
    )
  return Object.fromEntries(Object.entries(form).filter(([name]) => !isLeft(name)))
}
