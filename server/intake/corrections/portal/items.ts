// The firm's correction requests as the portal shows them: their titles, and the pages that change what they are about.

import { answerKey } from "../../../definition/conditions/conditions.ts"
import type { Section } from "../../../definition/definition.ts"
import { findSectionOf } from "../../../definition/parts.ts"
import { textIn } from "../../../definition/text.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import { aboutClient } from "../../answers/portal/summary.ts"
import { nameOf } from "../../assets/portal/holdings.ts"
import { nameOr } from "../../contacts/contacts.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import {
  type PageEntry,
  type RoutedRequest,
  type SectionPage,
  sectionUrl,
} from "../../portal/sections/section.tsx"
import { openSection, visibleSections } from "../../portal/sections/section-pages.ts"
import type { Redirect } from "../../portal/view.tsx"
import { roleFor } from "../../submissions/missing/missing-sentences.ts"
import { ownerOf, pathAndField } from "../../submissions/portal/field-urls.ts"
import { type CorrectionRow, getCorrection, markLookedAt } from "../corrections.ts"

export interface CorrectionItem extends CorrectionRow {
  title: string
  /** The page that changes it; undefined if the questionnaire no longer asks for it. */
  href: string | undefined
}

export async function correctionItems(req: PageRequest): Promise<CorrectionItem[]> {
  return Promise.all((await req.loaded.corrections()).map((correction) => correctionItem(req, correction)))
}

async function correctionItem(req: PageRequest, correction: CorrectionRow): Promise<CorrectionItem> {
  const { title, href } = await subjectOnPages(req, correction)
  return { ...correction, title: title || correction.label, href }
}

type Subject = Pick<CorrectionRow, "kind" | "record_id" | "about">

/** The title of a subject, and the URL that changes it; each undefined if it no longer exists. */
export async function subjectOnPages(
  req: PageRequest,
  subject: Subject,
): Promise<{ title: string | undefined; href: string | undefined }> {
  const [title, href] = await Promise.all([titleOf(req, subject), urlOf(req, subject)])
  return { title, href }
}

async function titleOf(req: PageRequest, { kind, record_id, about }: Subject): Promise<string | undefined> {
  const { lang, words, definition } = req
  const people = await req.loaded.people()
  switch (kind) {
    case "contact": {
      const person = people.find(({ id }) => id === record_id)
      return person && (person.full_name || words.person.unnamed.person)
    }
    case "asset": {
      const asset = (await req.loaded.assets()).find(({ id }) => id === record_id)
      return asset && nameOf(asset, req)
    }
    case "document":
      return (await req.loaded.files()).find(({ id }) => id === record_id)?.filename
    default: {
      const section = findSectionOf(definition, record_id)
      if (section?.kind === "questions") {
        const prompt = textIn(section.questions.find(({ id }) => id === record_id)?.prompt, lang)
        return about ? `${await aboutClient(req, about)}: ${prompt}` : prompt
      }
      if (section?.kind === "roles") {
        const name = textIn(section.roles.find(({ id }) => id === record_id)?.role_description, lang)
        const person = people.find(({ id }) => id === about)
        return roleFor(name, person && nameOr(person, words.person.unnamed.main), lang)
      }
      if (section?.kind === "documents")
        return textIn(section.requests.find(({ id }) => id === record_id)?.label, lang)
      return undefined
    }
  }
}

/** The corrections about what is on this page, each with the other pages about the same record. */
export async function correctionsAt(
  req: PageRequest,
  section: Section,
  pages: readonly PageEntry[],
  page: SectionPage,
): Promise<(CorrectionRow & { others: SectionPage[] })[]> {
  const here: (CorrectionRow & { others: SectionPage[] })[] = []
  for (const correction of await req.loaded.corrections()) {
    const own = pagesFrom(await baseOf(req, correction), section, pages)
    if (!own.some(({ path }) => path === page.path)) continue
    // One page has everything about a person, so their topic pages need no links.
    const others = correction.kind === "contact" ? [] : own.filter(({ path }) => path !== page.path)
    here.push({ ...correction, others: await Promise.all(others.map((each) => each.open())) })
  }
  return here
}

async function urlOf(req: PageRequest, correction: Subject): Promise<string | undefined> {
  const base = await baseOf(req, correction)
  for (const section of visibleSections(req)) {
    if (!isIn(section, base)) continue
    const own = pagesFrom(base, section, (await openSection(req, section.id)).pages)
    // A role that was asked once may have a page for each client since.
    const entry = own.find(({ path }) => path === base.path) ?? own[0]
    if (!entry) continue
    const { path, fields } = await entry.open()
    const field = base.field ?? fields?.[0]?.name
    return `${sectionUrl(section.id, path)}?return=home${field ? `#${field}` : ""}`
  }
  return undefined
}

/** The path that the pages about a subject begin with, in a section; without one, in a clients or people section. */
interface Base {
  section_id?: string | undefined
  path: string
  field?: string
}

async function baseOf(req: PageRequest, { kind, record_id, about }: Subject): Promise<Base> {
  const nowhere = { section_id: "", path: "" }
  const of = async (part_id: string, where: Parameters<typeof pathAndField>[2]): Promise<Base> => {
    const section = findSectionOf(req.definition, part_id)
    if (!section || !req.visible.has(section.id)) return nowhere
    const [path, field] = await pathAndField(req, section.id, where)
    return { section_id: section.id, path, field }
  }
  switch (kind) {
    case "question":
      // A hidden question may still be on a page, together with the answer that hides it.
      if (!req.visible.has(answerKey(record_id, about))) return nowhere
      return of(record_id, { question_id: record_id, ...(about && { about }) })
    case "role":
      return of(record_id, { role_id: record_id, ...(about && { focus_contact_id: about }) })
    case "request":
      return of(record_id, { request_id: record_id })
    case "contact":
      return { path: await ownerOf(req, record_id) }
    case "asset": {
      const asset = (await req.loaded.assets()).find(({ id }) => id === record_id)
      const section = asset && findSectionOf(req.definition, asset.for_fin_category)
      return section ? { section_id: section.id, path: record_id, field: "identifier_value" } : nowhere
    }
    case "document": {
      const file = (await req.loaded.files()).find(({ id }) => id === record_id)
      if (file?.request_id) return of(file.request_id, { request_id: file.request_id })
      const asset = (await req.loaded.assets()).find(({ id }) => id === file?.asset_id)
      const section = asset && findSectionOf(req.definition, asset.for_fin_category)
      return section && asset
        ? { section_id: section.id, path: `${asset.id}/files`, field: "files" }
        : nowhere
    }
    default:
      return kind satisfies never
  }
}

function isIn({ id, kind }: Section, { section_id }: Base): boolean {
  return section_id === undefined ? kind === "clients" || kind === "people" : section_id === id
}

/** The pages of the section at or below `base`, such as those of one person or asset. */
function pagesFrom(base: Base, section: Section, pages: readonly PageEntry[]): PageEntry[] {
  if (!isIn(section, base)) return []
  return pages.filter(
    ({ path }) =>
      path === base.path || (path.startsWith(`${base.path}/`) && !/\/(remove|replace)$/.test(path)),
  )
}

/** The name of the button that saves a page and confirms a correction; its value is the correction's id. */
export const lookedField = "looked"

/** Where the form that confirms a correction is posted. */
export function correctionUrl({ id }: Pick<CorrectionRow, "id">): string {
  return `/portal/corrections/${id}`
}

/** Records the correction that a saved form confirms; returns whether there was one. */
export async function saveLookedAt({ tx, matter }: PageRequest, form: Form): Promise<boolean> {
  const id = textOf(form, lookedField)
  if (id === undefined) return false
  await markLookedAt(tx, matter.id, id)
  return true
}

/** Records that the client confirmed a correction in the list on the home page. */
export async function confirmCorrection(
  { tx, matter }: PageRequest,
  { params }: RoutedRequest,
): Promise<Redirect> {
  await markLookedAt(tx, matter.id, params.correction_id ?? "")
  return { to: "/portal#asked" }
}

/** Redirects to the page that changes a correction's subject, or home if the correction is closed or has no page. */
export async function goToCorrection(req: PageRequest, { params }: RoutedRequest): Promise<Redirect> {
  const correction = await getCorrection(req.tx, req.matter.id, params.correction_id ?? "")
  const isRequested = correction.state === "open" || correction.state === "answered"
  return { to: (isRequested && (await correctionItem(req, correction)).href) || "/portal" }
}
