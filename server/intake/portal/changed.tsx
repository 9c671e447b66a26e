// Tells clients which answers staff and helpers changed for them.

import { Banner } from "../../web/ui/components/banner.tsx"
import type { ImpersonatedChange } from "../matters/changes/impersonated-changes.ts"
import type { Field } from "./fields/field.ts"
import type { PageRequest } from "./page-request.ts"
import { changerOf, timeOf } from "./who-and-when.ts"

/** Marks the fields of a record that others changed for the client; `fieldOf` maps a field to its name in the record. */
export async function withChangers(
  req: PageRequest,
  record_id: string,
  fields: readonly Field[],
  fieldOf = (field: Field) => field.name,
): Promise<Field[]> {
  const own = (await req.loaded.impersonatedChanges()).filter((change) => change.record_id === record_id)
  return fields.map((field) => {
    const change = own.find((each) => each.field === fieldOf(field))
    return change ? { ...field, changed: sentenceOf(req, change) } : field
  })
}

function sentenceOf(req: PageRequest, change: ImpersonatedChange): string {
  return req.words.impersonation.changed_by(changerOf(change, req), timeOf(change.changed_at, req))
}

/** The number of answers each person changed, one line per person. */
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
