// What clients own and owe, by category: a list to add to, and for each asset a form, its beneficiaries and its files.

import type { AssetsSection, Category } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import { hasIncompleteShares } from "../../../definition/values/shares.ts"
import type { MatterFile } from "../../documents/matter-files.ts"
import { papersPath, trayPage, trayUrl } from "../../documents/portal/tray.tsx"
import { unfinishedInWords } from "../../portal/fields/unfinished-dates.ts"
import { type PageRequest, waitsForNames } from "../../portal/page-request.ts"
import { removalPage } from "../../portal/sections/removal-page.tsx"
import {
  entryOf,
  type PageEntry,
  type SectionPage,
  type SectionPages,
  type SummaryGroup,
  sectionUrl,
} from "../../portal/sections/section.tsx"
import type { AssetRecord } from "../assets.ts"
import { removeAsset } from "../editing.ts"
import { editPage, newPage } from "./asset-page.ts"
import { categoryPage } from "./category-page.tsx"
import { assetFields } from "./fields.ts"
import { assetFilesPages, papersOf } from "./files-page.ts"
import { categoriesIn, factsOf, nameOf } from "./holdings.ts"
import { beneficiariesField, hasUnreadShares } from "./typed-shares.ts"

export const assetsPages: SectionPages<AssetsSection> = {
  async pages(req, section) {
    const [assets, files] = await Promise.all([req.loaded.assets(), req.loaded.files()])
    const categories = categoriesIn(req, section)
    const pages: PageEntry[] = categories.flatMap((category, index) => [
      { path: category.id, open: () => categoryPage(req, section, category, index === 0) },
      { path: `${category.id}/new`, aside: true, open: () => newPage(req, section, category) },
      ...assets
        .filter(({ for_fin_category }) => for_fin_category === category.id)
        .flatMap((asset) => assetPages(req, section, category, asset, files)),
    ])
    if (papersOf(req, section, assets, files).length === 0) return pages
    // Papers are uploaded together with requested documents, where these come later.
    const tray = trayUrl(req, section)
    const { papers_title: title, papers_lede: lede } = req.words.assets
    const open = () => trayPage(req, { section, path: papersPath, title, lede })
    return [...pages, { path: papersPath, aside: tray !== undefined, leads_to: tray, open }]
  },

  async summary(req, section) {
    const groups = await Promise.all(
      categoriesIn(req, section).map((category) => categorySummary(req, category)),
    )
    // Empty categories form one short list at the end.
    const empty = groups.filter(({ title }) => !title).flatMap(({ rows }) => rows)
    const filled = groups.filter(({ title }) => title)
    if (empty.length === 0) return filled
    const title = filled.length > 0 ? req.words.assets.others_title : null
    return [...filled, { title, rows: empty }]
  },

  waitsFor: waitsForNames,
}

function assetPages(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
  files: readonly MatterFile[],
): PageEntry[] {
  const open = () => editPage(req, section, category, asset)
  const to = sectionUrl(section.id, asset.id)
  // Beneficiaries once had a page of their own; a form that is still open there leads to the asset's, not past it.
  const openOld = async () => ({ ...(await open()), save: async () => ({ to }) })
  return [
    { path: asset.id, aside: true, open },
    ...(category.ask_beneficiaries
      ? [{ path: `${asset.id}/beneficiaries`, leads_to: to, aside: true, open: openOld }]
      : []),
    ...assetFilesPages(req, section, category, asset, files),
    ...(asset.is_removable ? [entryOf(removeAssetPage(req, section, category, asset))] : []),
  ]
}

function removeAssetPage(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
): SectionPage {
  const { remove_text, remove_submit } = req.words.assets
  const { remove_title, keep } = req.words.documents
  const name = nameOf(asset, req)
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

async function categorySummary(req: PageRequest, category: Category): Promise<SummaryGroup> {
  const words = req.words.assets
  const [assets, without] = await Promise.all([req.loaded.assets(), req.loaded.categoriesWithout()])
  const own = assets.filter(({ for_fin_category }) => for_fin_category === category.id)
  const title = textIn(category.title, req.lang)
  if (own.length === 0) {
    const value = without.includes(category.id) ? words.none_of_these : words.nothing_row
    return { title: null, rows: [{ label: title, value, path: category.id }] }
  }
  const rows = await Promise.all(
    own.map(async (asset) => {
      const unfinished = (await assetFields(req, category, asset)).filter((field) => field.unfinished)
      const isShort =
        category.ask_beneficiaries &&
        (hasIncompleteShares(asset.beneficiaries) || hasUnreadShares(asset, await req.loaded.unfinished()))
      const dates = unfinished.map((field) => words.row(field.label, unfinishedInWords(field, req)))
      const [first] = unfinished
      return {
        label: nameOf(asset, req),
        named: true,
        value: [...(await factsOf(req, category, asset)), ...dates].join("\n"),
        path: asset.id,
        field: first?.name ?? (isShort ? beneficiariesField : "identifier_value"),
        missing: isShort || first !== undefined,
      }
    }),
  )
  return { title, rows }
}
