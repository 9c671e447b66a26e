import type { Section } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { Card } from "../../ui/components/card.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import type { RefusedForm } from "../page-request.ts"
import { type Draft, isStale } from "./draft.ts"
import { rowsOf } from "./outline.tsx"

interface StoredNowProps {
  draft: Draft
  section: Section
  /** One part of it; the whole section without. */
  part_id?: string
  refused: RefusedForm | undefined
}

/** After a clash: what somebody else has stored in the meantime, beside what was typed here. */
export function StoredNow({ draft, section, part_id, refused }: StoredNowProps) {
  if (!isStale(refused)) return null
  const all = rowsOf(section, draft.definition)
  const rows = part_id ? all.filter(({ id }) => id === part_id) : all
  return (
    <Card title="What is stored now">
      <p>{`Section “${textIn(section.title, "en")}”${rows.length === 0 ? ": nothing of what you are writing here yet." : ""}`}</p>
      {rows.length > 0 && <SummaryList rows={rows.map((row) => ({ ...row, id: undefined }))} />}
    </Card>
  )
}
