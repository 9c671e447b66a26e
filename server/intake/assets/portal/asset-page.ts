import type { ComponentChildren } from "preact"
import type { AssetsSection, Category } from "../../../definition/definition.ts"
import { textIn } from "../../../definition/text.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import { skipField } from "../../../web/portal/page-form.tsx"
import { homeOf } from "../../contacts/portal/person/address.ts"
import type { Field, FieldEdit } from "../../portal/fields/field.ts"
import { addPersonField, addPersonUrl } from "../../portal/fields/person-picker.tsx"
import { formPage } from "../../portal/form-page.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { newRecordId, type SectionPage, sectionUrl } from "../../portal/sections/section.tsx"
import type { AssetRecord } from "../assets.ts"
import { declareNone } from "../categories-without-assets.ts"
import { addAsset, changeAsset } from "../editing.ts"
import { checkBeneficiaries, saveBeneficiaries } from "./beneficiaries.tsx"
import { assetFields } from "./fields.ts"
import { nameOf } from "./holdings.ts"
import {
  anotherField,
  LeaveOut,
  newAssetButtons,
  noneAnyway,
  noneButton,
  noneField,
  skipButton,
} from "./new-asset-buttons.tsx"
import { askAboutShares } from "./owner-fields.tsx"
import { beneficiariesField } from "./typed-shares.ts"

/** The general category of real estate. */
const realEstate = "A017"

interface NewAssetOptions {
  path: string
  /** The form is the category's own page, because the category has no assets yet. */
  is_first: boolean
  intro?: ComponentChildren
}

/** The form of a new asset. It creates the asset once the form is valid, and leads on. */
export async function newPage(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  { path, is_first, intro }: NewAssetOptions = { path: `${category.id}/new`, is_first: false },
): Promise<SectionPage> {
  const words = req.words.assets
  const list = sectionUrl(section.id, category.id)
  const title = textIn(category.title, req.lang)
  const home = is_first ? await knownHome(req, category) : undefined
  const fields = await assetFields(req, category)
  let typed: readonly FieldEdit[] = []
  const page = formPage({
    path,
    title: is_first ? title : words.new_title(title),
    lede: (is_first && textIn(category.instructions, req.lang)) || undefined,
    intro: is_first ? [intro, noneButton(req)] : undefined,
    aside: !is_first,
    creates: "asset",
    more: newAssetButtons(req, is_first || hasShares(fields)),
    leaves_by: noneField,
    ask: (form, { edits, faults }) => {
      const again = leaves(form) ? undefined : askAboutShares(req, form, { edits, faults })
      if (again) return again
      const isTyped = faults.length > 0 || edits.some(({ value }) => value !== null && value !== home)
      return isTyped && is_first && textOf(form, noneField) === "true" ? LeaveOut(req) : undefined
    },
    fields: withOwnerBefore(
      req,
      await req.loaded.assets(),
      fields.map((field) =>
        home && field.name === "identifier_value" ? { ...field, value: home, hint: words.home_hint } : field,
      ),
    ),
    saveByButton: async (_, edits) => {
      typed = edits
      return { saved: {}, conflicts: [], refused: await checkNew(req, title, edits) }
    },
  })
  return {
    ...page,
    given: false,
    missing: false,
    show: async (req, request) => {
      const view = await page.show(req, request)
      return is_first ? view : { ...view, back: { href: list } }
    },
    save: async (req, request) => {
      const { form } = request
      const isNone = is_first && textOf(form, noneField) !== undefined
      const outcome =
        isNone && textOf(form, noneField) === noneAnyway
          ? { saved: true as const }
          : ((await page.save?.(req, request)) ?? { to: list })
      if ("body" in outcome) return outcome
      if (isNone) {
        await declareNone(req.tx, req.matter.id, category.id)
        return { saved: true }
      }
      // A prefilled home address is not an answer if the client skips the form.
      const isSkipped = (edit: FieldEdit) => textOf(form, skipField) !== undefined && edit.value === home
      const given = typed.filter((edit) => edit.value !== null && !isSkipped(edit))
      // Switching the language saves what was typed, or it would be lost.
      const isStaying = !("saved" in outcome)
      if (given.length === 0) return isStaying || is_first ? outcome : { saved: true, to: list }
      const new_asset = { for_fin_category: category.id }
      const sent_id = newRecordId("asset", form)
      const asset_id = await addAsset(req.tx, req.matter.id, new_asset, sent_id)
      const isReceived = ({ field }: FieldEdit) => field === beneficiariesField
      await changeAsset(
        req.tx,
        asset_id,
        given.filter((edit) => !isReceived(edit)),
      )
      await saveBeneficiaries(req, asset_id, given.find(isReceived))
      const own = sectionUrl(section.id, asset_id)
      if (isStaying) return { to: addPersonUrl(form, own) ?? own }
      const named = given.find(({ field }) => field === "identifier_value")?.value
      const name = typeof named === "string" ? named : title
      return {
        saved: true,
        to:
          textOf(form, anotherField) === undefined ? undefined : sectionUrl(section.id, `${category.id}/new`),
        done: { key: "asset_added", name },
      }
    },
  }
}

/** Suggests that the clients own an asset as they do the one entered before. */
function withOwnerBefore(
  req: PageRequest,
  assets: readonly AssetRecord[],
  fields: readonly Field[],
): Field[] {
  const before = assets.findLast(({ owner_type }) => owner_type !== "")
  return fields.map((field) => {
    const isKnown = field.options?.some(({ value }) => value === before?.owner_type)
    if (field.name !== "owner_type" || !before || before.owner_type === "other" || !isKnown) return field
    const words = req.words.assets.owner_as_before(nameOf(before, req))
    return { ...field, prior: { value: before.owner_type, words } }
  })
}

const hasShares = (fields: readonly Field[]) => fields.some(({ name }) => name === beneficiariesField)

/** Whether another button than Save was pressed: the page is not finished then. */
function leaves(form: Form): boolean {
  return [skipField, noneField, addPersonField, "lang"].some((name) => textOf(form, name) !== undefined)
}

/** The clients' address, to prefill the first home they own. */
async function knownHome(req: PageRequest, { general_category }: Category): Promise<string | undefined> {
  if (general_category !== realEstate || req.matter.client_type !== "self") return undefined
  const people = await req.loaded.people()
  const home = people.filter(({ is_client }) => is_client).flatMap((person) => homeOf(person) ?? [])[0]
  return [home?.street, home?.city].filter(Boolean).join(", ") || undefined
}

/** What is wrong with the beneficiaries of an asset that does not exist yet, who must not own it. */
async function checkNew(
  req: PageRequest,
  category: string,
  edits: readonly FieldEdit[],
): Promise<Record<string, string>> {
  const givenFor = (name: string) => edits.find(({ field }) => field === name)?.value
  const named = givenFor("owners")
  const asset = {
    identifier_value: String(givenFor("identifier_value") ?? category),
    owner_type: String(givenFor("owner_type") ?? ""),
    owners: (Array.isArray(named) ? named : []).map((contact) => ({ contact, share: null })),
    beneficiaries: [],
  }
  return (await checkBeneficiaries(req, { value: givenFor(beneficiariesField) ?? null }, asset)).refused
}

/** The form of an existing asset. */
export async function editPage(
  req: PageRequest,
  section: AssetsSection,
  category: Category,
  asset: AssetRecord,
): Promise<SectionPage> {
  const list = sectionUrl(section.id, category.id)
  const fields = await assetFields(req, category, asset)
  const page = formPage({
    path: asset.id,
    title: nameOf(asset, req),
    caption: textIn(category.title, req.lang),
    aside: true,
    ask: (form, typed) => (leaves(form) ? undefined : askAboutShares(req, form, typed)),
    // What is saved already may wait for a share that is not known yet.
    more: hasShares(fields) ? skipButton(req) : undefined,
    fields,
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
