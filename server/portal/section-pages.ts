// Which sections show, and which pages each of them has now.

import type { Section } from "../definition/definition.ts"
import { notFound } from "../platform/errors.ts"
import type { PageRequest } from "./page-request.ts"
import { entryOf, type PageEntry, type SectionPage } from "./section.tsx"
import { checkPage } from "./section-check.tsx"
import { pagesOf } from "./section-kinds.ts"

/** The sections that show, in order. */
export function visibleSections(req: PageRequest): Section[] {
  return req.definition.sections.filter((section) => req.visible.has(section.id))
}

/** The section and the list of its pages, the check page last; throws "not found" for one that does not show. */
export async function openSection(
  req: PageRequest,
  section_id: string,
): Promise<{ section: Section; pages: PageEntry[] }> {
  const section = visibleSections(req).find((each) => each.id === section_id)
  if (!section) throw notFound()
  const pages = await pagesOf(section.kind).pages(req, section)
  return { section, pages: [...pages, entryOf(checkPage(section))] }
}

/** The page at an address of this portal; undefined when it is no section's page. */
export async function findSectionPage(req: PageRequest, url: string): Promise<SectionPage | undefined> {
  const [, section_id = "", path = ""] = /^\/portal\/sections\/([^/?#]+)\/([^?#]+)/.exec(url) ?? []
  if (!req.visible.has(section_id)) return undefined
  const { pages } = await openSection(req, section_id)
  return pages.find((page) => page.path === path)?.open()
}
