import type { AssetRecord } from "../../assets/assets.ts"
import { addAsset, changeAsset } from "../../assets/editing.ts"
import type { AssetsSection, Category } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import type { FieldEdit } from "../field.ts"
import { formPage } from "../form-page.tsx"
import { newRecordId } from "../new-record.tsx"
import type { PageRequest } from "../page-request.ts"
import { type SectionPage, sectionUrl } from "../section.tsx"
import { assetFields } from "./fields.ts"
import { nameOf } from "./holdings.ts"

/** The form of something new; it is stored once the whole form is, and leads on to what else is asked about it. */
export async function newPage(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
): Promise<SectionPage> {
  const list = sectionUrl(section.id, category.id)
  let typed: readonly FieldEdit[] = []
  const page = formPage({
    path: `${category.id}/new`,
    title: req.words.assets.new_title(textIn(category.title, req.lang)),
    aside: true,
    creates: "asset",
    fields: await assetFields(req, category),
    saveByButton: async (_, edits) => {
      typed = edits
      return { saved: {}, conflicts: [] }
    },
  })
  return {
    ...page,
    show: async (req, request) => ({ ...(await page.show(req, request)), back: { href: list } }),
    save: async (req, request) => {
      const outcome = (await page.save?.(req, request)) ?? { to: list }
      if ("body" in outcome) return outcome
      const given = typed.filter(({ value }) => value !== null)
      // A change of language in the middle keeps what was typed by storing it.
      const isStaying = !("saved" in outcome)
      if (given.length === 0) return isStaying ? outcome : { saved: true, to: list }
      const new_asset = { for_fin_category: category.id }
      const sent_id = newRecordId("asset", request.form)
      const asset_id = await addAsset(req.tx, req.matter.id, new_asset, sent_id)
      await changeAsset(req.tx, asset_id, given)
      if (isStaying) return { to: sectionUrl(section.id, asset_id) }
      const named = given.find(({ field }) => field === "identifier_value")?.value
      const name = typeof named === "string" ? named : textIn(category.title, req.lang)
      return { to: firstStep(section, category, asset_id), done: { key: "asset_added", name } }
    },
  }
}

/** What follows the form of something new. */
function firstStep(section: AssetsSection, category: Category, asset_id: string): string {
  if (category.ask_beneficiaries) return `${sectionUrl(section.id, `${asset_id}/beneficiaries`)}?new=1`
  return stepAfterBeneficiaries(section, category, asset_id)
}

/** What follows the beneficiaries of something new. */
export function stepAfterBeneficiaries(section: AssetsSection, category: Category, asset_id: string): string {
  return sectionUrl(section.id, category.file_prompt ? `${asset_id}/files` : category.id)
}

/** The same form for what is there already. */
export async function editPage(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
): Promise<SectionPage> {
  const list = sectionUrl(section.id, category.id)
  const page = formPage({
    path: asset.id,
    title: nameOf(asset, req),
    caption: textIn(category.title, req.lang),
    aside: true,
    fields: await assetFields(req, category, asset),
  })
  return {
    ...page,
    show: async (req, request) => {
      const view = await page.show(req, request)
      return request.query.return ? view : { ...view, back: { href: list } }
    },
    save: async (req, request) => {
      const outcome = (await page.save?.(req, request)) ?? { to: list }
      const isDone = "saved" in outcome && outcome.to === undefined && !request.query.return
      return isDone ? { saved: true, to: list } : outcome
    },
  }
}
