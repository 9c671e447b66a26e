import { seenName } from "../../../web/portal/form.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { Details } from "../../../web/ui/components/card.tsx"
import { CheckboxGroup } from "../../../web/ui/components/choice.tsx"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { AddPerson, type Pickable, personOption, ShareTotal } from "../../portal/fields/person-picker.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import type { PageAddress } from "../../portal/sections/section.tsx"
import type { View } from "../../portal/view.tsx"
import { childrenField, type Level, levels, shareName, type TypedShare } from "./typed-shares.ts"

export interface BeneficiariesShown {
  title: string
  caption: string
  people: readonly Pickable[]
  seen: number
  shares: readonly TypedShare[]
  errors: readonly SummaryError[]
  /** Offers to choose all children at once. */
  offers_children: boolean
}

/** Lists the people who could receive the asset, with a share field for each one chosen. */
export function beneficiariesView(req: PageRequest, request: PageAddress, shown: BeneficiariesShown): View {
  const words = req.words.assets
  const { title, caption, seen, errors } = shown
  return {
    title,
    errors,
    is_form: true,
    body: (
      <>
        <PageHeading caption={caption} title={title} lede={words.beneficiaries_lede} />
        <PageForm action={`${request.path}${request.search}`} words={req.words} skippable is_local>
          <input type="hidden" name={seenName("beneficiaries")} value={seen} />
          {/* The script takes a person chosen on one level off the other. */}
          {levels.map((level) => (
            <div key={level} data-once>
              <LevelOfShares req={req} shown={shown} level={level} />
            </div>
          ))}
        </PageForm>
      </>
    ),
  }
}

function LevelOfShares({ req, shown, level }: { req: PageRequest; shown: BeneficiariesShown; level: Level }) {
  const words = req.words.assets
  const own = shown.shares.filter((each) => each.level === level)
  const errorAt = (name: string) => shown.errors.find(({ href }) => href === name)?.text
  const isFirst = level === "primary"
  const title = isFirst ? words.primary : words.contingent
  const options = shown.people.map((person) => {
    const id = shareName(level, person.contact_id)
    return {
      ...personOption(person),
      reveal: (
        <TextField
          id={id}
          label={words.share(person.name)}
          value={own.find(({ contact_id }) => contact_id === person.contact_id)?.typed ?? ""}
          error={errorAt(id)}
          inputmode="decimal"
          autocomplete="off"
          width={5}
          suffix="%"
        />
      ),
    }
  })
  const list = (
    <CheckboxGroup
      id={level}
      label={isFirst ? title : <span class="visually-hidden">{title}</span>}
      hint={isFirst ? words.primary_hint : words.contingent_hint}
      notes={
        isFirst &&
        shown.offers_children && (
          <Button variant="secondary" icon="people" small name={childrenField} value="true">
            {words.all_children}
          </Button>
        )
      }
      error={errorAt(level)}
      options={options}
      values={own.map(({ contact_id }) => contact_id)}
      status={
        <>
          <ShareTotal words={req.words} />
          <AddPerson words={req.words} name={level} />
        </>
      }
    />
  )
  if (isFirst) return list
  const isOpen = own.length > 0 || errorAt(level) !== undefined
  return (
    <Details open={isOpen} summary={`${title} ${req.words.frame.optional}`}>
      {list}
    </Details>
  )
}
