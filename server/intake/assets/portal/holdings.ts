import type { AdditionalField, AssetsSection, Category } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { displayMoney, withoutZeros } from "../../../definition/values/amounts.ts"
import { displayValue } from "../../../definition/values/values.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { wordsIn } from "../../../web/portal/words/words.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import type { AssetRecord } from "../assets.ts"
import { ownersInWords } from "../owners.ts"

/** A section's active categories, in order. A helper is not asked who receives an asset. */
export function categoriesIn({ client }: PageRequest, { categories }: AssetsSection): Category[] {
  return categories
    .filter(({ active }) => active)
    .toSorted((a, b) => a.order - b.order)
    .map((each) => (client.is_limited ? { ...each, ask_beneficiaries: false } : each))
}

/** An asset's name, or "Unnamed". */
export function nameOf(
  { identifier_value }: Pick<AssetRecord, "identifier_value">,
  req: PageRequest,
): string {
  return identifier_value || req.words.assets.unnamed
}

/** An asset's owner by name; blank if unknown. */
async function ownerInWords(req: PageRequest, asset: AssetRecord): Promise<string> {
  const { main, partner } = await clientNames(req)
  switch (asset.owner_type) {
    case "main":
      return main
    case "partner":
      return partner ?? ""
    case "joint":
      return req.words.assets.owner_joint(joinWords([main, partner ?? ""].filter(Boolean), req.lang))
    case "other": {
      const people = await req.loaded.people()
      const owners = asset.owners.flatMap(({ contact, share }) => {
        const name = people.find(({ id }) => id === contact)?.full_name
        return name ? { contact, name, share } : []
      })
      const words = asset.owner_value
      const all = words === "" ? owners : [...owners, { contact: null, name: words, share: null }]
      const owner_value = joinWords(
        all.map(({ name }) => name),
        req.lang,
      )
      return ownersInWords({ owner_value, owners: all }, req.lang)
    }
    case "":
      return ""
  }
}

/** The full names of the main client and, if there is one, the partner. */
export async function clientNames(req: PageRequest): Promise<{ main: string; partner?: string }> {
  const { contact_main_id, contact_spouse_id } = req.matter
  const people = await req.loaded.people()
  const name = (id: string | null) => people.find((person) => person.id === id)?.full_name
  const { unnamed } = req.words.person
  return {
    main: name(contact_main_id) || unnamed.main,
    partner: contact_spouse_id === null ? undefined : name(contact_spouse_id) || unnamed.their_partner,
  }
}

/** What is known about an asset, one line each. */
export async function factsOf(req: PageRequest, category: Category, asset: AssetRecord): Promise<string[]> {
  const { lang } = req
  const words = wordsIn(lang).assets
  const [owner, files] = await Promise.all([ownerInWords(req, asset), req.loaded.files()])
  const line = (label: Category["title"], value: string) => value && words.row(textIn(label, lang), value)
  const money = (value: string | null) => (value === null ? "" : displayMoney(value))
  const names = files.filter(({ asset_id }) => asset_id === asset.id).map(({ filename }) => filename)
  return [
    line(category.owner_label, owner),
    category.ask_credit_value && line(category.credit_label, money(asset.credit_value)),
    category.ask_debit_value && line(category.debit_label, money(asset.debit_value)),
    ...category.additional_fields.map((field) => line(field.prompt, fieldInWords(req, field, asset))),
    ...(category.ask_beneficiaries ? await beneficiaryLines(req, asset) : []),
    names.length > 0 && words.files_row(names.join(", ")),
  ].filter((text): text is string => Boolean(text))
}

function fieldInWords({ lang }: PageRequest, field: AdditionalField, asset: AssetRecord): string {
  const stored = asset.fields[field.id]
  if (!stored) return ""
  return displayValue(field, field.type === "yes_no" ? stored === "yes" : stored, lang, {})
}

async function beneficiaryLines(req: PageRequest, { beneficiaries }: AssetRecord): Promise<string[]> {
  const words = req.words.assets
  const people = await req.loaded.people()
  const list = (level: "primary" | "contingent") =>
    beneficiaries
      .filter((each) => each.level === level)
      .map(({ contact, share }) => {
        const name = people.find(({ id }) => id === contact)?.full_name ?? ""
        return `${name}\u00A0${withoutZeros(share)}%`
      })
      .join(", ")
  const [primary, contingent] = [list("primary"), list("contingent")]
  return [
    primary ? words.beneficiaries_row(primary) : words.no_beneficiaries,
    contingent && words.contingent_row(contingent),
  ].filter((text) => text !== "")
}
