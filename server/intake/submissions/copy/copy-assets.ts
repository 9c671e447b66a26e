import type { AdditionalField, AssetsSection, Category } from "../../../definition/definition.ts"
import { type Language, textIn } from "../../../definition/text.ts"
import { displayMoney, displayNumber } from "../../../definition/values/amounts.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import type { Asset } from "../../assets/schema.ts"
import { percent } from "../../assets/totals.ts"
import { type CopyGroup, type CopyRow, type CopySource, withValues } from "./copy-shape.ts"
import { type CopyWords, copyWords } from "./copy-words.ts"

/** Every asset of a section with all its details. */
export function assetGroups({ categories }: AssetsSection, source: CopySource): CopyGroup[] {
  const ordered = categories.toSorted((a, b) => a.order - b.order)
  return ordered.flatMap((category) =>
    source.snapshot.assets
      .filter(({ for_fin_category }) => for_fin_category === category.id)
      .map((asset) => assetGroup(category, asset, source)),
  )
}

function assetGroup(category: Category, asset: Asset, source: CopySource): CopyGroup {
  const { snapshot, language, names } = source
  const words = copyWords[language]
  const label = (text: Category["title"]) => textIn(text, language)
  const files = snapshot.financial_documents.filter(({ fin_item }) => fin_item.id === asset.id)
  const receivers = (level: "primary" | "contingent") =>
    (asset.beneficiaries ?? [])
      .filter((each) => each.level === level)
      .map(({ contact, share }) => `${names[contact] ?? ""}, ${percent(share)}`)
      .join("\n")
  const rows: CopyRow[] = [
    { label: label(category.identifier_label), value: asset.identifier_value },
    { label: label(category.owner_label), value: asset.owner_value },
    { label: label(category.credit_label), value: amount(category.ask_credit_value, asset.credit_value) },
    { label: label(category.debit_label), value: amount(category.ask_debit_value, asset.debit_value) },
    ...asset.additional_fields.map(({ id, prompt, answer }) => {
      const field = category.additional_fields.find((each) => each.id === id)
      return { label: field ? label(field.prompt) : prompt, value: inWords(field, answer, language, words) }
    }),
    { label: words.primary, value: receivers("primary") },
    { label: words.contingent, value: receivers("contingent") },
    { label: words.files, value: files.map(({ filename }) => filename).join("\n") },
  ]
  return { title: label(category.title), rows: withValues(rows) }
}

/** The API represents a missing amount as an empty string or zero. */
function amount(isIncluded: boolean, value: string): string {
  return isIncluded && Number(value) !== 0 ? displayMoney(value) : ""
}

/** Snapshots store these answers as English text; this translates choices and yes or no back. */
function inWords(
  field: AdditionalField | undefined,
  answer: string,
  language: Language,
  words: CopyWords,
): string {
  if (answer === "") return ""
  switch (field?.type) {
    case "yes_no":
      return answer === "Yes" ? words.yes : words.no
    case "choice": {
      const option = field.options?.find(({ label }) => textIn(label, "en") === answer)
      return textIn(option?.label, language) || answer
    }
    case "date":
      return displayDate(answer, language)
    case "money":
      return displayMoney(answer)
    case "number":
      return displayNumber(answer)
    default:
      return answer
  }
}
