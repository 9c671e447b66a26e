import { AddPerson, type Pickable } from "../../../web/portal/fields/person-picker.tsx"
import { seenName } from "../../../web/portal/form.ts"
import { PageForm } from "../../../web/portal/page-form.tsx"
import type { PageRequest } from "../../../web/portal/page-request.ts"
import type { PageAddress } from "../../../web/portal/sections/section.tsx"
import type { View } from "../../../web/portal/view.tsx"
import { Button } from "../../../web/ui/components/button.tsx"
import { CheckboxGroup } from "../../../web/ui/components/choice.tsx"
import type { SummaryError } from "../../../web/ui/components/error-summary.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { TextField } from "../../../web/ui/components/text-field.tsx"
import { allChildren, type Level, levels, shareName, splitField, type TypedShare } from "./typed-shares.ts"

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
            <div key={level} data-once="asset">
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
  const options = shown.people.map(({ contact_id, name, hint }) => {
    const id = shareName(level, contact_id)
    return {
      value: contact_id,
      label: name,
      hint,
      reveal: (
        <TextField
          id={id}
          label={words.share(name)}
          value={own.find((each) => each.contact_id === contact_id)?.typed ?? ""}
          error={errorAt(id)}
          inputmode="decimal"
          autocomplete="off"
          width={5}
          suffix="%"
        />
      ),
    }
  })
  return (
    <CheckboxGroup
      id={level}
      label={level === "primary" ? words.primary : words.contingent}
      hint={`${level === "primary" ? words.primary_hint : words.contingent_hint} ${words.share_hint}`}
      optional={level === "contingent" ? req.words.frame.optional : undefined}
      error={errorAt(level)}
      options={options}
      values={own.map(({ contact_id }) => contact_id)}
      status={
        <div class="tools">
          <AddPerson words={req.words} name={level} />
          {level === "primary" && shown.offers_children && (
            <Button variant="quiet" icon="people" name={splitField} value={allChildren}>
              {words.all_children}
            </Button>
          )}
          <Button variant="quiet" name={splitField} value={level}>
            {words.split}
            <span class="visually-hidden">: {level === "primary" ? words.primary : words.contingent}</span>
          </Button>
        </div>
      }
    />
  )
}
