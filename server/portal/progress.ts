// How far a matter's sections have come, as the task list tells it.

import type { Section } from "../definition/definition.ts"
import { listReviewed } from "../matters/section-reviews.ts"
import type { PageRequest } from "./page-request.ts"
import type { SectionPage } from "./section.tsx"
import { pagesOf, visibleSections } from "./section-pages.ts"

/** A section that shows, and whether it can be started or is done. */
export interface Part<State = "cannot_start" | "open" | "completed"> {
  section: Section
  state: State
  /** Why it cannot be started. */
  reason?: string
  /** How many things that are required are not given. */
  missing: number
  /** Whether the client has gone through its check page. */
  is_reviewed: boolean
}

/** The same, where what is open has been begun or not. */
export interface Progress extends Part<"cannot_start" | "not_started" | "in_progress" | "completed"> {
  /** How much of it is done, 0 to 1: its pages, and having looked it through at the end. */
  share: number
}

/** Every section that shows. Every page names them, so no page of theirs is opened for it. */
export async function readParts(req: PageRequest): Promise<Part[]> {
  const reviewed = await listReviewed(req.tx, req.matter.id)
  return Promise.all(
    visibleSections(req).map(async (section): Promise<Part> => {
      const kind = pagesOf(section.kind)
      const [reason, groups] = await Promise.all([kind.waitsFor?.(req, section), kind.summary(req, section)])
      const missing = groups.flatMap(({ rows }) => rows).filter((row) => row.missing).length
      const part = { section, missing, is_reviewed: reviewed.has(section.id) }
      if (reason) return { ...part, state: "cannot_start", reason }
      // What was sent is done, whether each part was checked on its own page or not.
      const isDone = (part.is_reviewed || req.matter.is_submitted) && missing === 0
      return { ...part, state: isDone ? "completed" : "open" }
    }),
  )
}

/** Every section that shows, and how far it has come. */
export async function readProgress(req: PageRequest): Promise<Progress[]> {
  const progressOf = async ({ state, ...part }: Part): Promise<Progress> => {
    if (state !== "open") return { ...part, state, share: state === "completed" ? 1 : 0 }
    const pages = await openPages(req, part.section)
    const isStarted = part.is_reviewed || pages.some(({ given }) => given)
    const way = pages.filter(({ aside }) => !aside)
    const done = way.filter(({ given, missing }) => given && !missing).length + Number(part.is_reviewed)
    return { ...part, state: isStarted ? "in_progress" : "not_started", share: done / (way.length + 1) }
  }
  return Promise.all((await readParts(req)).map(progressOf))
}

/** How much is done of all parts together, 0 to 100: every page counts, so that each one filled in shows. */
export function percentOf(parts: readonly Progress[]): number {
  const share = parts.reduce((sum, part) => sum + part.share, 0) / Math.max(parts.length, 1)
  return Math.floor(share * 100)
}

async function openPages(req: PageRequest, section: Section): Promise<SectionPage[]> {
  const pages = await pagesOf(section.kind).pages(req, section)
  return Promise.all(pages.map((page) => page.open()))
}
