import type { AdditionalField, Category } from "../../../definition/definition.ts"
import { initialsOf } from "../../../definition/people/names.ts"
import { textIn } from "../../../definition/text.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { wordsIn } from "../../../web/portal/words/words.ts"
import { withChangers } from "../../portal/changed.tsx"
import type { Field, FieldOption, FieldStore } from "../../portal/fields/field.ts"
import { withUnfinished } from "../../portal/fields/unfinished-dates.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import type { AssetRecord } from "../assets.ts"
import { changeAsset } from "../editing.ts"
import { ownersOf } from "../owners.ts"
import { beneficiaryFields } from "./beneficiaries.tsx"
import { clientNames } from "./holdings.ts"
import { type Common, ownerFields } from "./owner-fields.tsx"

/** The fields of an asset, or of a new one if `asset` is undefined. */
export async function assetFields(
  req: PageRequest,
  category: Category,
  asset?: AssetRecord,
): Promise<Field[]> {
  const { lang } = req
  const words = wordsIn(lang).assets
  const revisions = (await req.loaded.revisions())[asset?.id ?? ""] ?? {}
  const common: Common = (name, label, stored) => ({
    name,
    label,
    required: false,
    value: stored || null,
    given: Boolean(stored),
    seen: revisions[name] ?? 0,
    autocomplete: "off",
  })
  const amount = { type: "money", min: "0" } as const
  const fields: (Field | false)[] = [
    {
      ...common("identifier_value", textIn(category.identifier_label, lang), asset?.identifier_value),
      type: "text",
      required: true,
    },
    {
      ...common("owner_type", textIn(category.owner_label, lang), asset?.owner_type),
      type: "one_of",
      options: await ownerOptions(req),
      reveals: { other: ["owners", "owner_value"] },
    },
    ...(await ownerFields(req, common, asset)),
    {
      ...common("owner_value", words.owner_other_label, asset?.owner_value),
      type: "text",
      hint: words.owner_other_hint,
    },
    category.ask_credit_value && {
      ...common("credit_value", textIn(category.credit_label, lang), asset?.credit_value),
      ...amount,
    },
    category.ask_debit_value && {
      ...common("debit_value", textIn(category.debit_label, lang), asset?.debit_value),
      ...amount,
    },
    ...category.additional_fields.map((field) => ({
      ...common(field.id, textIn(field.prompt, lang), asset?.fields[field.id]),
      ...controlOf(field),
      value: storedValue(field, asset),
    })),
    ...(await beneficiaryFields(req, category, common, asset)),
  ]
  const store: FieldStore | undefined = asset && {
    save: ({ tx }, edits) => changeAsset(tx, asset.id, edits),
  }
  const shown = fields.filter((field) => field !== false).map((field) => ({ store, ...field }))
  return asset ? withChangers(req, asset.id, await withUnfinished(req, asset.id, shown)) : shown
}

/** The owner choices: each client by name, both, or someone else. */
async function ownerOptions(req: PageRequest): Promise<FieldOption[]> {
  const words = req.words.assets
  const { main, partner } = await clientNames(req)
  const both = joinWords([main, partner ?? ""], req.lang)
  const isOneOfThem = req.facts.clients.includes(req.client.contact_id ?? "")
  const option = (value: string, label: string, initials = initialsOf(label)): FieldOption => ({
    value,
    label,
    initials,
    stands_for: ownersOf({ owner_type: value, owners: [] }, req.matter).map(({ contact }) => contact),
  })
  return [
    option("main", main),
    ...(partner === undefined
      ? []
      : [
          option("partner", partner),
          option(
            "joint",
            isOneOfThem ? words.owner_both : words.owner_joint(both),
            `${main[0]}+${partner[0]}`,
          ),
        ]),
    option("other", words.owner_other, "+"),
  ]
}

function controlOf({
  type,
  precision,
  options = [],
}: AdditionalField): Pick<Field, "type" | "precision" | "options" | "as_list"> {
  return { type, precision, options, as_list: options.length > 7 }
}

function storedValue(field: AdditionalField, asset: AssetRecord | undefined): Field["value"] {
  const stored = asset?.fields[field.id]
  if (!stored) return null
  return field.type === "yes_no" ? stored === "yes" : stored
}
