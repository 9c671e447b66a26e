// What the firm asks to be looked at again, as the portal shows it: what it is called, and where it is changed.
import type { CorrectionRow } from "../../corrections/corrections.ts"
import { answerKey } from "../../definition/conditions.ts"
import type { Section } from "../../definition/definition.ts"
import { findSectionOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { roleFor } from "../../submissions/missing-sentences.ts"
import { nameOf } from "../assets/holdings.ts"
import type { PageRequest } from "../page-request.ts"
import { nameOr } from "../person/name.ts"
import { aboutClient } from "../questions/about-client.ts"
import { ownerOf, pathAndField } from "../review/places.ts"
import { type PageEntry, type SectionPage, sectionUrl } from "../section.tsx"
import { openSection, visibleSections } from "../section-pages.ts"

/** One thing the firm asks about, in the reader's words. */
export interface AskedThing extends CorrectionRow {
  title: string
  /** Where it is changed; undefined where nothing asks for it any more. */
  href: string | undefined
}

export async function askedThings(req: PageRequest): Promise<AskedThing[]> {
  return Promise.all((await req.loaded.corrections()).map((correction) => askedThing(req, correction)))
}

export async function askedThing(req: PageRequest, correction: CorrectionRow): Promise<AskedThing> {
  const [title, place] = await Promise.all([titleOf(req, correction), placeOf(req, correction)])
  return {
    ...correction,
    title: title || correction.label,
    href:
      place && `${sectionUrl(place.section_id, place.path)}?return=home${place.field && `#${place.field}`}`,
  }
}

async function titleOf(
  req: PageRequest,
  { kind, record_id, about }: CorrectionRow,
): Promise<string | undefined> {
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

interface Place {
  section_id: string
  path: string
  field: string
}

/** What is asked about things that stand on this page, each with the other pages about the same thing. */
export async function correctionsAt(
  req: PageRequest,
  section: Section,
  pages: readonly PageEntry[],
  page: SectionPage,
): Promise<(CorrectionRow & { others: SectionPage[] })[]> {
  const corrections = await req.loaded.corrections()
  const found = await Promise.all(
    corrections.map(async (correction) => {
      const base = await baseOf(req, correction)
      const own = isIn(section, base)
        ? pages.filter((each) => each.path === base.path || isBelow(each, base.path))
        : []
      return { ...correction, own }
    }),
  )
  const isHere = ({ path }: PageEntry) => path === page.path
  return Promise.all(
    found
      .filter(({ own }) => own.some(isHere))
      .map(async ({ own, ...correction }) => {
        const others = own.filter((each) => !isHere(each)).map((each) => each.open())
        return { ...correction, others: await Promise.all(others) }
      }),
  )
}

async function placeOf(req: PageRequest, correction: CorrectionRow): Promise<Place | undefined> {
  const base = await baseOf(req, correction)
  for (const section of visibleSections(req)) {
    if (!isIn(section, base)) continue
    const { pages } = await openSection(req, section.id)
    const own = pages.filter((each) => each.path === base.path || isBelow(each, base.path))
    const exact = own.find(({ path }) => path === base.path)
    for (const entry of exact ? [exact] : own) {
      const { path, fields } = await entry.open()
      if (exact || fields)
        return { section_id: section.id, path, field: base.field ?? fields?.[0]?.name ?? "" }
    }
  }
  return undefined
}

/** Where the pages about something begin; without a section it stands among the clients or the people. */
interface Base {
  section_id?: string | undefined
  path: string
  field?: string
}

async function baseOf(req: PageRequest, { kind, record_id, about }: CorrectionRow): Promise<Base> {
  const nowhere = { section_id: "", path: "" }
  const of = async (part_id: string, where: Parameters<typeof pathAndField>[2]): Promise<Base> => {
    const section = findSectionOf(req.definition, part_id)
    if (!section || !req.visible.has(section.id)) return nowhere
    const [path, field] = await pathAndField(req, section.id, where)
    return { section_id: section.id, path, field }
  }
  switch (kind) {
    case "question":
      // It may stand hidden on the page of the answer that hides it.
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

/** Whether a page belongs to what begins at `base`: the pages of one person, of one asset. */
function isBelow({ path }: { path: string }, base: string): boolean {
  return path.startsWith(`${base}/`) && !/\/(remove|replace)$/.test(path)
}
