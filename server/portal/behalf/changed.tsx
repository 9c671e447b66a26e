// What staff and helpers changed on the client's behalf, told to the client.
import type { ChangeOnBehalf } from "../../matters/on-behalf.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { changerOf } from "../changer.ts"
import type { Field } from "../field.ts"
import { timeOf } from "../time.ts"
import type { Visit } from "../visit.ts"

/** The asks of one record, those that others answered for the client marked; `fieldOf` names the field behind an ask. */
export async function withChangers(
  visit: Visit,
  record_id: string,
  fields: readonly Field[],
  fieldOf = (ask: Field) => ask.name,
): Promise<Field[]> {
  const own = (await visit.loaded.changesOnBehalf()).filter((change) => change.record_id === record_id)
  return fields.map((ask) => {
    const change = own.find(({ field }) => field === fieldOf(ask))
    return change ? { ...ask, changed: sentenceOf(visit, change) } : ask
  })
}

function sentenceOf(visit: Visit, change: ChangeOnBehalf): string {
  return visit.words.behalf.changed_by(changerOf(change, visit), timeOf(change.changed_at, visit))
}

/** Who changed how much, one line for each of them. */
export function ChangedForYou({ visit, changes }: { visit: Visit; changes: readonly ChangeOnBehalf[] }) {
  if (changes.length === 0) return null
  const words = visit.words.behalf
  const people = Map.groupBy(changes, ({ changed_by }) => changed_by)
  return (
    <Banner tone="info" title={visit.filled_in_for ? words.changed_by_others : words.changed_title}>
      {[...people].map(([changed_by, [latest, ...others]]) => (
        <p key={changed_by}>
          {latest &&
            words.changed(changerOf(latest, visit), others.length + 1, timeOf(latest.changed_at, visit))}
        </p>
      ))}
    </Banner>
  )
}
