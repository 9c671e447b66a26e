// Finds the sections a matter shows now, and the pages of each.
import type { Section, SectionKind } from "../../../definition/definition.ts"
import { notFound } from "../../../platform/errors.ts"
import { questionsPages } from "../../answers/portal/questions.ts"
import { assetsPages } from "../../assets/portal/assets.ts"
import { clientsPages } from "../../contacts/portal/clients/clients.ts"
import { peoplePages } from "../../contacts/portal/people/people.tsx"
import { documentsPages } from "../../documents/portal/documents.ts"
import { rolesPages } from "../../roles/portal/roles.tsx"
import type { PageRequest } from "../page-request.ts"
import { entryOf, type PageEntry, type SectionPage, type SectionPages } from "./section.tsx"
import { checkPage } from "./section-check.tsx"

const sectionKinds: { [Kind in SectionKind]: SectionPages<Extract<Section, { kind: Kind }>> } = {
  clients: clientsPages,
  people: peoplePages,
  roles: rolesPages,
  assets: assetsPages,
  documents: documentsPages,
  questions: questionsPages,
}

/** The pages of a kind. The cast is sound because each entry of the table takes sections of the kind that is its key. */
export function pagesOf(kind: SectionKind): SectionPages {
  return sectionKinds[kind] as SectionPages
}

/** The sections that show now, in order. */
export function visibleSections(req: PageRequest): Section[] {
  return req.definition.sections.filter((section) => req.visible.has(section.id))
}

/** A section and its pages, check page last; throws "not found" if the section does not show. */
export async function openSection(
  req: PageRequest,
  section_id: string,
): Promise<{ section: Section; pages: PageEntry[] }> {
  const section = visibleSections(req).find((each) => each.id === section_id)
  if (!section) throw notFound()
  const kind = pagesOf(section.kind)
  const pages = await kind.pages(req, section)
  return { section, pages: [...pages, entryOf(checkPage(section, (req) => kind.summary(req, section)))] }
}

function partsOfUrl(url: string): { section_id: string; path: string } {
  const [, section_id = "", path = ""] = /\/portal\/sections\/([^/?#]+)\/([^?#]+)/.exec(url) ?? []
  return { section_id, path }
}

/** The path of a section's page within the section, from its portal URL; empty for other pages. */
export function pathOfSectionPage(url: string): string {
  return partsOfUrl(url).path
}

/** The section page at a portal URL; undefined if there is none. */
export async function findSectionPage(req: PageRequest, url: string): Promise<SectionPage | undefined> {
  const { section_id, path } = partsOfUrl(url)
  if (!req.visible.has(section_id)) return undefined
  const { pages } = await openSection(req, section_id)
  return pages.find((page) => page.path === path)?.open()
}
