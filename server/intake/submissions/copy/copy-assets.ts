import type { AssetsSection, Category } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { displayMoney } from "../../../definition/values/amounts.ts"
import { describeAsset } from "../../assets/described.ts"
import type { OwnedAsset } from "../../assets/schema.ts"
import { percent } from "../../assets/totals.ts"
import { type CopyGroup, type CopyRow, type CopySource, withValues, wordingOf } from "./copy-shape.ts"
import { copyWords } from "./copy-words.ts"

/** Every asset of a section with all its details. */
export function assetGroups({ categories }: AssetsSection, source: CopySource): CopyGroup[] {
  const ordered = categories.toSorted((a, b) => a.order - b.order)
  return ordered.flatMap((category) =>
    source.snapshot.assets
      .filter(({ for_fin_category }) => for_fin_category === category.id)
      .map((asset) => assetGroup(category, asset, source)),
  )
}

/** Assets of categories that the questionnaire no longer has. */
export function leftAssets(source: CopySource): CopyGroup[] {
  const known = source.definition.sections.flatMap((section) =>
    section.kind === "assets" ? section.categories.map(({ id }) => id) : [],
  )
  return source.snapshot.assets
    .filter(({ for_fin_category }) => !known.includes(for_fin_category))
    .map((asset) => assetGroup(undefined, asset, source))
}

function assetGroup(category: Category | undefined, asset: OwnedAsset, source: CopySource): CopyGroup {
  const { snapshot, language, names } = source
  const words = copyWords[language]
  const label = (text: Category["title"] | undefined) => textIn(text, language)
  const files = snapshot.financial_documents.filter(({ fin_item }) => fin_item.id === asset.id)
  const receivers = (level: "primary" | "contingent") =>
    (asset.beneficiaries ?? [])
      .filter((each) => each.level === level)
      .map(({ contact, share }) => `${names[contact] ?? ""}, ${percent(share)}`)
      .join("\n")
  const rows: CopyRow[] = [
    {
      label: wordingOf(category?.identifier_label, asset.identifier_label, source),
      value: asset.identifier_value,
    },
    ...describeAsset(asset, category, { language, money: displayMoney }),
    { label: words.primary, value: receivers("primary") },
    { label: words.contingent, value: receivers("contingent") },
    { label: words.files, value: files.map(({ filename }) => filename).join("\n") },
  ]
  const title = label(category?.title) || asset.general_category.label || asset.identifier_label
  return { title, rows: withValues(rows) }
}
