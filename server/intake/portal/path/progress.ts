// The progress of a matter's sections.
import type { Section } from "../../../definition/definition.ts"
import { isFromFirm } from "../../matters/progress/document-requests.ts"
import type { PageRequest } from "../page-request.ts"
import type { SectionPage } from "../sections/section.tsx"
import { pagesOf, visibleSections } from "../sections/section-pages.ts"

/** A visible section, and whether it can be started or is completed. */
export interface SectionState<State = "cannot_start" | "open" | "completed"> {
  section: Section
  state: State
  /** Why it cannot be started. */
  reason?: string
  /** The number of required answers that are missing. */
  missing: number
  /** Whether the client has confirmed its check page. */
  is_reviewed: boolean
}

/** A section, with "open" split into not started and in progress. */
export interface SectionProgress
  extends SectionState<"cannot_start" | "not_started" | "in_progress" | "completed"> {
  /** The share of its pages on which nothing is answered, 0 to 1. */
  left: number
}

/** The visible sections. Every page lists them, so this builds none of their pages. */
export async function readSectionStates(req: PageRequest): Promise<SectionState[]> {
  const reviewed = await req.loaded.reviewed()
  return Promise.all(
    visibleSections(req).map(async (section): Promise<SectionState> => {
      const kind = pagesOf(section.kind)
      const [reason, groups] = await Promise.all([kind.waitsFor?.(req, section), kind.summary(req, section)])
      const missing = groups.flatMap(({ rows }) => rows).filter((row) => row.missing).length
      const part = { section, missing, is_reviewed: reviewed.has(section.id) || isFromFirm(section) }
      if (reason) return { ...part, state: "cannot_start", reason }
      // Submitting confirms every section.
      const isDone = (part.is_reviewed || req.matter.is_submitted) && missing === 0
      return { ...part, state: isDone ? "completed" : "open" }
    }),
  )
}

/** The visible sections with their progress. */
export async function readSectionProgress(req: PageRequest): Promise<SectionProgress[]> {
  const progressOf = async ({ state, ...part }: SectionState): Promise<SectionProgress> => {
    if (state !== "open") return { ...part, state, left: state === "completed" ? 0 : 1 }
    const pages = (await openPages(req, part.section)).filter(({ aside }) => !aside)
    const left = pages.filter(({ given }) => !given).length / Math.max(pages.length, 1)
    return { ...part, state: part.is_reviewed || left < 1 ? "in_progress" : "not_started", left }
  }
  return Promise.all((await readSectionStates(req)).map(progressOf))
}

async function openPages(req: PageRequest, section: Section): Promise<SectionPage[]> {
  const pages = await pagesOf(section.kind).pages(req, section)
  return Promise.all(pages.map((page) => page.open()))
}
