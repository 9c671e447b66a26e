// What clients own and owe, category by category: a list to add to, one form for each, who receives it, its files.
import type { AssetRecord } from "../../assets/assets.ts"
import { removeAsset } from "../../assets/editing.ts"
import type { AssetsSection, Category } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import type { HeldFile } from "../../documents/held-files.ts"
import { removalPage } from "../removal-page.tsx"
import {
  entryOf,
  type PageEntry,
  type SectionPage,
  type SectionPages,
  type SummaryGroup,
  sectionUrl,
} from "../section.tsx"
import { unfinishedInWords } from "../unfinished.ts"
import type { Visit } from "../visit.ts"
import { waitsForNames } from "../waiting.ts"
import { editPage, newPage } from "./asset-page.ts"
import { beneficiariesPage } from "./beneficiaries-page.tsx"
import { categoryPage } from "./category-page.tsx"
import { assetFields } from "./fields.ts"
import { assetFilesPages } from "./files-page.ts"
import { categoriesIn, factsOf, nameOf } from "./holdings.ts"
import { hasIncompleteShares } from "./shares.ts"

export const assetsPages: SectionPages<AssetsSection> = {
  async pages(visit, section) {
    const [assets, files] = await Promise.all([visit.loaded.assets(), visit.loaded.files()])
    return categoriesIn(section).flatMap((category, index) => [
      { path: category.id, open: () => categoryPage(visit, section, category, index === 0) },
      { path: `${category.id}/new`, aside: true, open: () => newPage(visit, section, category) },
      ...assets
        .filter(({ for_fin_category }) => for_fin_category === category.id)
        .flatMap((asset) => assetPages(visit, section, category, asset, files)),
    ])
  },

  async summary(visit, section) {
    const groups = await Promise.all(
      categoriesIn(section).map((category) => categorySummary(visit, category)),
    )
    // Categories without anything are one short list at the end.
    const empty = groups.filter(({ title }) => !title).flatMap(({ rows }) => rows)
    const filled = groups.filter(({ title }) => title)
    if (empty.length === 0) return filled
    const title = filled.length > 0 ? visit.words.assets.others_title : null
    return [...filled, { title, rows: empty }]
  },

  waitsFor: waitsForNames,
}

function assetPages(
  visit: Visit,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
  files: readonly HeldFile[],
): PageEntry[] {
  const beneficiaries = {
    path: `${asset.id}/beneficiaries`,
    aside: true,
    open: () => beneficiariesPage(visit, section, category, asset),
  }
  const own = files.filter(({ asset_id }) => asset_id === asset.id)
  return [
    { path: asset.id, aside: true, open: () => editPage(visit, section, category, asset) },
    ...(category.ask_beneficiaries ? [beneficiaries] : []),
    ...assetFilesPages(visit, section, category, asset, own),
    entryOf(removeAssetPage(visit, section, category, asset)),
  ]
}

function removeAssetPage(
  visit: Visit,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
): SectionPage {
  const { remove_title, remove_text, remove_submit, keep } = visit.words.assets
  const name = nameOf(asset, visit)
  return removalPage({
    path: `${asset.id}/remove`,
    title: remove_title(name),
    lede: remove_text,
    submit: remove_submit,
    keep,
    back: sectionUrl(section.id, category.id),
    done: { key: "asset_removed", name },
    remove: ({ tx }) => removeAsset(tx, asset.id),
  })
}

async function categorySummary(visit: Visit, category: Category): Promise<SummaryGroup> {
  const words = visit.words.assets
  const [assets, without] = await Promise.all([visit.loaded.assets(), visit.loaded.categoriesWithout()])
  const own = assets.filter(({ for_fin_category }) => for_fin_category === category.id)
  const title = textIn(category.title, visit.lang)
  if (own.length === 0) {
    const value = without.includes(category.id) ? words.none_row : words.nothing_row
    return { title: null, rows: [{ label: title, value, path: category.id }] }
  }
  const rows = await Promise.all(
    own.map(async (asset) => {
      const begun = (await assetFields(visit, category, asset)).filter(({ unfinished }) => unfinished)
      const isShort = category.ask_beneficiaries && hasIncompleteShares(asset.beneficiaries)
      const dates = begun.map((field) => words.row(field.label, unfinishedInWords(field, visit)))
      const [first] = begun
      return {
        label: nameOf(asset, visit),
        named: true,
        value: [...(await factsOf(visit, category, asset)), ...dates].join("\n"),
        path: isShort && !first ? `${asset.id}/beneficiaries` : asset.id,
        field: first?.name ?? (isShort ? "primary" : "identifier_value"),
        missing: isShort || first !== undefined,
      }
    }),
  )
  return { title, rows }
}
