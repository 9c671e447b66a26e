// What staff and helpers changed on the client's behalf, told to the client.
import type { ImpersonatedChange } from "../../matters/impersonated-changes.ts"
import { Banner } from "../../ui/components/banner.tsx"
import type { Field } from "../field.ts"
import type { PageRequest } from "../page-request.ts"
import { changerOf, timeOf } from "../who-and-when.ts"

/** The asks of one record, those that others answered for the client marked; `fieldOf` names the field behind an ask. */
export async function withChangers(
  req: PageRequest,
  record_id: string,
  fields: readonly Field[],
  fieldOf = (ask: Field) => ask.name,
): Promise<Field[]> {
  const own = (await req.loaded.impersonatedChanges()).filter((change) => change.record_id === record_id)
  return fields.map((ask) => {
    const change = own.find(({ field }) => field === fieldOf(ask))
    return change ? { ...ask, changed: sentenceOf(req, change) } : ask
  })
}

function sentenceOf(req: PageRequest, change: ImpersonatedChange): string {
  return req.words.impersonation.changed_by(changerOf(change, req), timeOf(change.changed_at, req))
}

/** Who changed how much, one line for each of them. */
export function ChangedForYou({
  req,
  changes,
}: {
  req: PageRequest
  changes: readonly ImpersonatedChange[]
}) {
  if (changes.length === 0) return null
  const words = req.words.impersonation
  const people = Map.groupBy(changes, ({ changed_by }) => changed_by)
  return (
    <Banner tone="info" title={req.filled_in_for ? words.changed_by_others : words.changed_title}>
      {[...people].map(([changed_by, [latest, ...others]]) => (
        <p key={changed_by}>
          {latest && words.changed(changerOf(latest, req), others.length + 1, timeOf(latest.changed_at, req))}
        </p>
      ))}
    </Banner>
  )
}
