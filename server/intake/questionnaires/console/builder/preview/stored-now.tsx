import type { Section } from "../../../../../definition/definition.ts"
import { textIn } from "../../../../../definition/text.ts"
import type { RefusedForm } from "../../../../../web/console/page-request.ts"
import { Card, SummaryList } from "../../../../../web/ui/components/card.tsx"
import { type Draft, isStale } from "../draft.ts"
import { rowsOf } from "../outline.tsx"

interface StoredNowProps {
  draft: Draft
  section: Section
  /** Limits it to one part of the section. */
  part_id?: string
  refused: RefusedForm | undefined
}

/** After a conflict: what someone else has saved in the meantime. */
export function StoredNow({ draft, section, part_id, refused }: StoredNowProps) {
  if (!isStale(refused)) return null
  const all = rowsOf(section, draft.definition)
  const rows = part_id ? all.filter(({ id }) => id === part_id) : all
  return (
    <Card title="What is stored now">
      <p>{`Section “${textIn(section.title, "en")}”${rows.length === 0 ? " does not have this part yet." : ""}`}</p>
      {rows.length > 0 && <SummaryList rows={rows.map((row) => ({ ...row, id: undefined }))} />}
    </Card>
  )
}
