// How far a matter's sections have come, as the task list tells it.
import type { Tx } from "../platform/db/database.ts"
import { sql } from "../platform/db/sql.ts"
import type { Section } from "../questionnaires/definition.ts"
import { pagesOf, visibleSections } from "./section_walk.tsx"
import type { Visit } from "./visit.ts"

/** Remembers that the client found a section's answers right. */
export async function markReviewed(tx: Tx, matter_id: string, section_id: string): Promise<void> {
  await tx.run(sql`
    insert into section_reviews (matter_id, section_id, reviewed_at) values (${matter_id}, ${section_id}, ${tx.now})
    on conflict (firm_id, matter_id, section_id)
    do update set reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by`)
}

/** Whether the client has found a section's answers right before. */
export async function hasReviewed(tx: Tx, matter_id: string, section_id: string): Promise<boolean> {
  const row = await tx.maybe(sql`
    select section_id from section_reviews where matter_id = ${matter_id} and section_id = ${section_id}`)
  return row !== undefined
}

export interface Progress {
  section: Section
  state: "cannot_start" | "not_started" | "in_progress" | "completed"
  /** Why it cannot be started. */
  reason?: string
  /** How many things that are required are not given. */
  missing: number
}

/** Every section that shows, and how far it has come. */
export async function readProgress(visit: Visit): Promise<Progress[]> {
  const rows = await visit.tx.all<{ section_id: string }>(sql`
    select section_id from section_reviews where matter_id = ${visit.matter.id}`)
  const reviewed = new Set(rows.map((row) => row.section_id))
  return Promise.all(
    visibleSections(visit).map(async (section): Promise<Progress> => {
      const kind = pagesOf(section.kind)
      const [reason, pages, groups] = await Promise.all([
        kind.waitsFor?.(visit, section),
        kind.pages(visit, section),
        kind.summary(visit, section),
      ])
      const missing = groups.flatMap(({ rows }) => rows).filter((row) => row.missing).length
      if (reason) return { section, state: "cannot_start", reason, missing }
      if (reviewed.has(section.id) && missing === 0) return { section, state: "completed", missing }
      const isStarted = reviewed.has(section.id) || pages.some((page) => page.given)
      return { section, state: isStarted ? "in_progress" : "not_started", missing }
    }),
  )
}
