// How far a matter's sections have come, as the task list tells it.

import type { Section } from "../definition/definition.ts"
import { listReviewed } from "../matters/section-reviews.ts"
import type { PageRequest } from "./page-request.ts"
import { pagesOf, visibleSections } from "./section-pages.ts"

export interface Progress {
  section: Section
  state: "cannot_start" | "not_started" | "in_progress" | "completed"
  /** Why it cannot be started. */
  reason?: string
  /** How many things that are required are not given. */
  missing: number
}

/** Every section that shows, and how far it has come. */
export async function readProgress(req: PageRequest): Promise<Progress[]> {
  const reviewed = await listReviewed(req.tx, req.matter.id)
  return Promise.all(
    visibleSections(req).map(async (section): Promise<Progress> => {
      const kind = pagesOf(section.kind)
      const [reason, pages, groups] = await Promise.all([
        kind.waitsFor?.(req, section),
        kind.pages(req, section),
        kind.summary(req, section),
      ])
      const missing = groups.flatMap(({ rows }) => rows).filter((row) => row.missing).length
      const opened = () => Promise.all(pages.map((page) => page.open()))
      if (reason) return { section, state: "cannot_start", reason, missing }
      // What was sent is done, whether each part was checked on its own page or not.
      if ((reviewed.has(section.id) || req.matter.is_submitted) && missing === 0)
        return { section, state: "completed", missing }
      const isStarted = reviewed.has(section.id) || (await opened()).some((page) => page.given)
      return { section, state: isStarted ? "in_progress" : "not_started", missing }
    }),
  )
}
