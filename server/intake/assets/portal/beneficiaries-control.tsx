import type { Form } from "../../../platform/http/responses/pages.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { seenOf, textOf } from "../../../web/portal/form.ts"
import { Details } from "../../../web/ui/components/card.tsx"
import { CheckboxGroup } from "../../../web/ui/components/choice.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import type { OwnControlShown } from "../../portal/fields/field.ts"
import { AddPerson, type Pickable, personOption, ShareTotal } from "../../portal/fields/person-picker.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import {
  beneficiariesField,
  childrenOption,
  type Level,
  levelName,
  levels,
  shareName,
  shareOf,
  sharesOn,
  type TypedShare,
} from "./typed-shares.ts"

interface BeneficiariesProps {
  req: PageRequest
  people: readonly Pickable[]
  /** Of `people`: the children who can receive the asset, all at once where there are several. */
  children: readonly string[]
  /** The children who own it. */
  owning: readonly string[]
  shown: OwnControlShown
}

/** The people who could receive the asset first and next, with a share field for each one chosen. */
export function BeneficiariesControl(props: BeneficiariesProps) {
  const { people, shown } = props
  const { field, typed } = shown
  const isTyped = typed && seenOf(typed, field.name) !== undefined
  const saved = Array.isArray(field.value) ? field.value : []
  const shares = isTyped ? sharesOn(typed, people) : saved.map(shareOf)
  return (
    <>
      {/* The script takes a person chosen on one level off the other. */}
      {levels.map((level) => (
        <div key={level} data-once>
          <LevelOfShares {...props} level={level} own={shares.filter((each) => each.level === level)} />
        </div>
      ))}
    </>
  )
}

function LevelOfShares(props: BeneficiariesProps & { level: Level; own: readonly TypedShare[] }) {
  const { req, people, children, owning, level, own } = props
  const { typed, errors } = props.shown
  const words = req.words.assets
  const errorAt = (name: string) => errors.find(({ href }) => href === name)?.text
  const isFirst = level === "primary"
  const title = isFirst ? words.primary : words.contingent
  const name = levelName(level)
  const options = people.map((person) => {
    const id = shareName(level, person.contact_id)
    return {
      ...personOption(person),
      reveal: (
        <TextField
          id={id}
          label={words.share(person.name)}
          value={
            textOf(typed ?? {}, id) ?? own.find((each) => each.contact_id === person.contact_id)?.typed ?? ""
          }
          error={errorAt(id)}
          inputmode="decimal"
          autocomplete="off"
          width={5}
          suffix="%"
        />
      ),
    }
  })
  const namesOf = (ids: readonly string[]) =>
    joinWords(
      people.filter(({ contact_id }) => ids.includes(contact_id)).map(({ name }) => name),
      req.lang,
    )
  const together = {
    value: childrenOption,
    label: words.all_children,
    hint:
      owning.length > 0
        ? words.children_without(namesOf(children), namesOf(owning), owning.length > 1)
        : namesOf(children),
    attributes: { "data-exclusive": true, "data-initials": children.length },
  }
  const list = (
    <CheckboxGroup
      // A link to the field leads to its first choice.
      id={isFirst ? beneficiariesField : name}
      name={name}
      label={isFirst ? title : <span class="visually-hidden">{title}</span>}
      hint={isFirst ? words.primary_hint : words.contingent_hint}
      error={isFirst && errorAt(beneficiariesField)}
      options={
        isFirst && children.length > 0 && children.length + owning.length > 1
          ? [together, ...options]
          : options
      }
      values={[...own.map(({ contact_id }) => contact_id), ...chosenTogether(typed, name)]}
      status={
        <>
          <ShareTotal words={req.words} />
          <AddPerson words={req.words} name={name} />
        </>
      }
    />
  )
  if (isFirst) return list
  return (
    <Details open={own.length > 0} summary={`${title} ${req.words.frame.optional}`}>
      {list}
    </Details>
  )
}

function chosenTogether(typed: Form | undefined, name: string): string[] {
  return typed?.[name]?.includes(childrenOption) ? [childrenOption] : []
}
