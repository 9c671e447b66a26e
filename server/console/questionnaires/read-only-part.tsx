import { peopleGroups } from "../../definition/definition.ts"
import { textIn } from "../../definition/text.ts"
import { Card } from "../../ui/components/card.tsx"
import { SummaryList } from "../../ui/components/summary-list.tsx"
import type { Draft } from "./draft.ts"
import { rowsOf } from "./outline.tsx"
import type { Selected } from "./selected.ts"

/** The selected part for members who can read a draft but not change it. */
export function ReadOnlyPart({ draft, selected }: { draft: Draft; selected: Selected }) {
  const { section, part, key, isGroup } = selected
  const name = isGroup ? peopleGroups.find((each) => key.endsWith(`.${each}`)) : undefined
  const shown =
    name && section.kind === "people"
      ? { ...section, groups: section.groups.filter(({ group }) => group === name) }
      : section
  const rows = rowsOf(shown, draft.definition).filter(({ id }) => !part || id === part.id)
  const instructions = !part && !isGroup && textIn(section.instructions, "en")
  return (
    <Card title="Questions" flush={rows.length > 0 && !instructions}>
      {instructions && <p>{instructions}</p>}
      {rows.length > 0 ? (
        <SummaryList rows={rows.map((row) => ({ ...row, id: undefined }))} />
      ) : (
        <p>Nothing is asked here.</p>
      )}
    </Card>
  )
}
