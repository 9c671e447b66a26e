// Which sections show, and which pages each of them has now.

import type { Section } from "../definition/definition.ts"
import { notFound } from "../platform/errors.ts"
import { entryOf, type PageEntry, type SectionPage } from "./section.tsx"
import { checkPage } from "./section-check.tsx"
import { pagesOf } from "./section-kinds.ts"
import type { Visit } from "./visit.ts"

/** The sections that show, in order. */
export function visibleSections(visit: Visit): Section[] {
  return visit.definition.sections.filter((section) => visit.visible.has(section.id))
}

/** The section and the list of its pages, the check page last; throws "not found" for one that does not show. */
export async function openSection(
  visit: Visit,
  section_id: string,
): Promise<{ section: Section; pages: PageEntry[] }> {
  const section = visibleSections(visit).find((each) => each.id === section_id)
  if (!section) throw notFound()
  const pages = await pagesOf(section.kind).pages(visit, section)
  return { section, pages: [...pages, entryOf(checkPage(section))] }
}

/** The page at an address of this portal; undefined when it is no section's page. */
export async function findSectionPage(visit: Visit, url: string): Promise<SectionPage | undefined> {
  const [, section_id = "", path = ""] = /^\/portal\/sections\/([^/?#]+)\/([^?#]+)/.exec(url) ?? []
  if (!visit.visible.has(section_id)) return undefined
  const { pages } = await openSection(visit, section_id)
  return pages.find((page) => page.path === path)?.open()
}
