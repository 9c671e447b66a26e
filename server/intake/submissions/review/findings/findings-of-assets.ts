import { categoriesOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import { joinWords } from "../../../../platform/text/joined-words.ts"
import { upperFirst } from "../../../../platform/text/upper-first.ts"
import type { AssetRecord } from "../../../assets/assets.ts"
import { areSharesWrong, ownersOf } from "../../../assets/owners.ts"
import type { PersonRow } from "../../../contacts/contacts.ts"
import { isSameName, wordsOfName } from "../../../contacts/similar.ts"
import {
  formerPartner,
  isDeceased,
  type MatterFacts,
  minorAge,
  nameOf,
  stayingInWords,
} from "./facts-of-people.ts"
import type { Finding } from "./finding.ts"

const levels = ["primary", "contingent"] as const

/** Findings about unknown owners, and about beneficiaries who are deceased or minors. */
export function findingsOfAssets(facts: MatterFacts, assets: readonly AssetRecord[]): Finding[] {
  return assets.flatMap((asset) => [
    ...ownersInDoubt(asset, facts),
    ...beneficiariesInVain(asset, facts),
    ...levels.flatMap((level) => {
      const named = asset.beneficiaries.filter((row) => row.level === level)
      const people = named.flatMap(({ contact }) => facts.people.find(({ id }) => id === contact) ?? [])
      return beneficiariesInDoubt(asset, level, people, facts)
    }),
  ])
}

/** One finding for the deceased of a level and one for the minors, so that many need few lines; one for a former spouse. */
function beneficiariesInDoubt(
  asset: AssetRecord,
  level: (typeof levels)[number],
  people: readonly PersonRow[],
  facts: MatterFacts,
): Finding[] {
  const where = { asset_id: asset.id }
  const titled = (names: readonly string[]) =>
    `${joinWords(names, "en")}, ${level} ${names.length === 1 ? "beneficiary" : "beneficiaries"} of ${titleOf(asset, facts)},`
  const findings: Finding[] = []
  const place = { kind: "beneficiary", id: asset.id, about: null } as const
  const gone = people.filter((person) => isDeceased(person, facts))
  const dead = gone.map(nameOf)
  if (dead.length > 0) {
    const staying = [...new Set(gone.map((person) => stayingInWords(person, place, facts)))].join("")
    const sentence = `${titled(dead)} ${dead.length === 1 ? "is" : "are"} deceased.${staying}`
    findings.push({ code: "beneficiary_deceased", where, sentence })
  }
  for (const person of people) {
    const former = isDeceased(person, facts) ? undefined : formerPartner(person, facts)
    if (!former) continue
    const sentence = `${titled([nameOf(person)])} is a ${former}.${stayingInWords(person, place, facts)}`
    findings.push({ code: "beneficiary_divorced", where, sentence })
  }
  const minors = people.flatMap((person) => {
    const age = isDeceased(person, facts) ? undefined : minorAge(person, facts)
    return age === undefined ? [] : [{ name: nameOf(person), age: age === 0 ? "not yet 1" : String(age) }]
  })
  const [first, ...others] = minors
  if (first && others.length === 0) {
    const sentence = `${titled([first.name])} is ${first.age}.`
    findings.push({ code: "beneficiary_minor", where, sentence })
  } else if (first) {
    const sentence = `${titled(minors.map(({ name, age }) => `${name} (${age})`))} are minors.`
    findings.push({ code: "beneficiary_minor", where, sentence })
  }
  return findings
}

/** Owners who are beneficiaries of their own asset, and people who would succeed themselves. */
function beneficiariesInVain(asset: AssetRecord, facts: MatterFacts): Finding[] {
  const where = { asset_id: asset.id }
  const rows = asset.beneficiaries
  const owners = ownersOf(asset, facts.matter).map(({ contact }) => contact)
  const named = [...new Set(rows.map(({ contact }) => contact))]
  return facts.people
    .filter(({ id }) => named.includes(id))
    .flatMap((person): Finding[] => {
      const isDuplicate = levels.every((level) =>
        rows.some((row) => row.contact === person.id && row.level === level),
      )
      const title = titleOf(asset, facts)
      if (owners.includes(person.id)) {
        const sentence = `${nameOf(person)} owns ${title} and is also named as its beneficiary.`
        return [{ code: "beneficiary_owner", where, sentence }]
      }
      const sentence = `${nameOf(person)} is both primary and contingent beneficiary of ${title}.`
      return isDuplicate ? [{ code: "beneficiary_duplicate", where, sentence }] : []
    })
}

/** Owners given as text, such as a trust, who are not among the matter's people; and those who may have changed. */
function ownersInDoubt(asset: AssetRecord, facts: MatterFacts): Finding[] {
  const { owner_type, owners } = asset
  if (owner_type !== "other") return []
  const title = titleOf(asset, facts)
  const text = asset.owner_value.trim()
  const sentences = strangersIn(text, facts.people).map(
    (owner) => `“${owner}”, named as owner of ${title}, is not among the people.`,
  )
  if (owners.length === 0 && text === "")
    sentences.push(`${upperFirst(title)} belongs to someone else or is shared, but no one is named.`)
  const shares = owners.map(({ share }) => share)
  if (areSharesWrong(shares, text !== ""))
    sentences.push(`The shares of the owners of ${title} do not add up to 100%.`)
  const place = { kind: "owner", id: asset.id, about: null } as const
  for (const { contact } of owners) {
    const person = facts.people.find(({ id }) => id === contact)
    // An estate's papers name the dead.
    if (!person || person.id === facts.matter.contact_main_id) continue
    const former = isDeceased(person, facts) ? "deceased" : formerPartner(person, facts)
    if (!former) continue
    const what = former === "deceased" ? former : `a ${former}`
    sentences.push(
      `${nameOf(person)}, an owner of ${title}, is ${what}.${stayingInWords(person, place, facts)}`,
    )
  }
  return sentences.map((sentence) => ({ code: "owner_unknown", where: { asset_id: asset.id }, sentence }))
}

/** The names in the text that belong to no one; the entire text if it names no known person, as a company's might. */
function strangersIn(owners: string, people: readonly PersonRow[]): string[] {
  const isKnown = (name: string) => people.some((person) => isCalled(name, person))
  if (owners === "" || isKnown(owners)) return []
  const names = owners
    .split(/[,;&/+\n]|\b(?:and|or|y|o)\b/i)
    .map((name) => name.trim())
    .filter(Boolean)
  return names.some(isKnown) ? names.filter((name) => !isKnown(name)) : [owners]
}

function isCalled(name: string, { full_name, also_known_as }: PersonRow): boolean {
  const words = wordsOfName(name)
  return [full_name, also_known_as ?? ""].some(
    (theirs) => theirs !== "" && isSameName(words, wordsOfName(theirs)),
  )
}

function titleOf(asset: AssetRecord, { definition }: MatterFacts): string {
  if (asset.identifier_value) return `“${asset.identifier_value}”`
  const category = categoriesOf(definition).find(({ id }) => id === asset.for_fin_category)
  return `an asset under “${textIn(category?.title, "en")}”`
}
