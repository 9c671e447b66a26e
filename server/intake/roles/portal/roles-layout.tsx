import { textIn } from "../../../definition/text.ts"
import type { Field } from "../../portal/fields/field.ts"
import type { Objected } from "../../portal/fields/pickable-people.ts"
import { UnsuitablePeople } from "../../portal/fields/unsuitable-people.tsx"
import type { ShownFields } from "../../portal/form-page.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { LevelField } from "./level-field.tsx"
import type { FilledSlot } from "./slots.ts"
import { speaksForClients } from "./suggestions.ts"

interface LayoutProps extends Omit<ShownFields, "fields"> {
  req: PageRequest
  /** Each role with its levels. */
  cells: readonly { slot: FilledSlot; fields: readonly Field[] }[]
}

/** One role as a sentence, or several as a table: a row for each, with a column for each client. */
export function RolesLayout(props: LayoutProps) {
  const { req, cells } = props
  const words = req.words.roles
  const [alone, ...others] = cells
  const everywhere = (alone?.slot.unsuitable.left_out ?? []).filter((person) =>
    others.every(({ slot }) => isAmong(slot.unsuitable.left_out, person)),
  )
  const sentence = (each: LayoutProps["cells"][number], has_lead = false) => {
    const { left_out, chosen } = each.slot.unsuitable
    const unsuitable = { chosen, left_out: left_out.filter((person) => !isAmong(everywhere, person)) }
    return (
      <>
        <Sentence {...props} {...each} has_lead={has_lead} />
        <UnsuitablePeople req={req} unsuitable={unsuitable} />
      </>
    )
  }
  return (
    <>
      {cells.every(({ slot }) => slot.candidates.length === 0) && <p>{words.none_chosen}</p>}
      {alone && others.length === 0
        ? sentence(alone, true)
        : [...Map.groupBy(cells, ({ slot }) => slot.role)].map(([role, row]) => (
            <section class="role" key={role.id}>
              <h2>
                {textIn(role.role_description, req.lang)}
                {!role.required && <span class="optional"> {req.words.frame.optional}</span>}
              </h2>
              {role.help && <p class="hint">{textIn(role.help, req.lang)}</p>}
              <div class="role-cells">
                {row.map((each) => (
                  <div key={each.slot.path}>
                    {each.slot.for_client && (
                      <p class="page-caption">{words.for_person(each.slot.for_client)}</p>
                    )}
                    {sentence(each)}
                  </div>
                ))}
              </div>
            </section>
          ))}
      <UnsuitablePeople req={req} unsuitable={{ chosen: [], left_out: everywhere }} />
    </>
  )
}

function isAmong(people: readonly Objected[], { name, objection }: Objected): boolean {
  return people.some((each) => each.name === name && each.objection === objection)
}

type SentenceProps = LayoutProps & LayoutProps["cells"][number] & { has_lead: boolean }

/** The levels of a role in a sentence; after a death and for a business, each under its own name. */
function Sentence({ req, typed, errors, slot, fields, has_lead }: SentenceProps) {
  const words = req.words.roles
  const is_spoken = speaksForClients(req)
  const before = (index: number) => (index > 0 ? words.and_then : has_lead && slot.lead)
  return (
    <div class={is_spoken ? "sentence" : undefined}>
      {fields.map((field, index) => (
        <>
          <LevelField
            key={field.name}
            {...{ req, slot, field, index, is_spoken, typed }}
            before={is_spoken && before(index)}
            error={errors.find(({ href }) => href === field.name)?.text}
          />
          {is_spoken && index === 0 && has_lead && <span>{words.acts}</span>}
        </>
      ))}
    </div>
  )
}
