import type { PersonRow } from "../contacts/contacts.ts"
import { isSameName } from "../contacts/similar.ts"
import { categoriesOf } from "../definition/parts.ts"
import { textIn } from "../definition/text.ts"
import { foldName } from "../matters/search-name.ts"
import { isDeceased, type MatterFacts, minorAge, nameOf } from "./facts-of-people.ts"
import type { Finding } from "./finding.ts"

export interface OwnedAsset {
  id: string
  for_fin_category: string
  identifier_value: string
  owner_type: string
  owner_value: string
}

interface BeneficiaryRow {
  asset_id: string
  contact_id: string
  level: "primary" | "contingent"
}

/** Owners nobody knows, and beneficiaries who are dead or minors. */
export function findingsOfAssets(
  of: MatterFacts,
  assets: readonly OwnedAsset[],
  beneficiaries: readonly BeneficiaryRow[],
): Finding[] {
  return assets.flatMap((asset) => [
    ...ownersUnknown(asset, of),
    ...beneficiaries
      .filter(({ asset_id }) => asset_id === asset.id)
      .flatMap(({ contact_id, level }): Finding[] => {
        const person = of.people.find(({ id }) => id === contact_id)
        if (!person) return []
        const where = { asset_id: asset.id }
        const sentence = (fact: string) =>
          `${nameOf(person)}, ${level} beneficiary of ${titleOf(asset, of)}, ${fact}.`
        if (isDeceased(person, of))
          return [{ code: "beneficiary_deceased", where, sentence: sentence("is deceased") }]
        const age = minorAge(person, of)
        const fact = age === 0 ? "is not yet 1" : `is ${age}`
        return age === undefined ? [] : [{ code: "beneficiary_minor", where, sentence: sentence(fact) }]
      }),
  ])
}

/** Somebody named in words as owner, a trust for instance, who is not among the people. */
function ownersUnknown(asset: OwnedAsset, of: MatterFacts): Finding[] {
  if (asset.owner_type !== "other") return []
  return strangersIn(asset.owner_value.trim(), of.people).map((owner) => ({
    code: "owner_unknown",
    where: { asset_id: asset.id },
    sentence: `“${owner}”, named as owner of ${titleOf(asset, of)}, is not among the people.`,
  }))
}

/** The names in the words that nobody has; all of the words where they name nobody, as a company's might. */
function strangersIn(owners: string, people: readonly PersonRow[]): string[] {
  const isKnown = (name: string) => people.some((person) => isCalled(name, person))
  if (owners === "" || isKnown(owners)) return []
  const names = owners.split(/\s*(?:[,;&/+\n]|\b(?:and|or|y|o)\b)\s*/i).filter(Boolean)
  return names.some(isKnown) ? names.filter((name) => !isKnown(name)) : [owners]
}

function isCalled(name: string, { full_name, also_known_as }: PersonRow): boolean {
  const words = wordsOf(name)
  return [full_name, also_known_as ?? ""].some(
    (theirs) => theirs !== "" && isSameName(words, wordsOf(theirs)),
  )
}

function wordsOf(name: string): string[] {
  return foldName(name)
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean)
}

function titleOf(asset: OwnedAsset, { definition }: MatterFacts): string {
  if (asset.identifier_value) return `“${asset.identifier_value}”`
  const category = categoriesOf(definition).find(({ id }) => id === asset.for_fin_category)
  return `an asset under “${textIn(category?.title, "en")}”`
}
