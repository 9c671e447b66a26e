import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { columns, type Row, type Sealed } from "./columns.ts"

/** The clear text or key; throws `UnknownMasterKey` or `TamperedData`. */
export function openSealed(ring: KeyRing, { text, use, context }: Sealed): string | Buffer {
  return use === "seal" ? ring.open(text, context) : ring.unwrapDataKey(text, context)
}

/** The same under the ring's current key; as it is where it is under that already. */
function sealAgain(ring: KeyRing, sealed: Sealed): string {
  const { text, use, context } = sealed
  if (ring.isCurrent(text)) return text
  return use === "seal"
    ? ring.seal(ring.open(text, context), context)
    : ring.wrapDataKey(ring.unwrapDataKey(text, context), context)
}

/** Replaces each sealed text where it stands, so that not a digit of the JSON around it changes. */
export function sealAgainWithin(ring: KeyRing, value: string, found: readonly Sealed[]): string {
  return found.reduce((whole, sealed) => whole.replaceAll(sealed.text, sealAgain(ring, sealed)), value)
}

/** The rows of a matter in JSON, table by table, as a deletion keeps them: with every sealed text under the current key. */
export function sealContentAgain(ring: KeyRing, content: string): string {
  const tables = JSON.parse(content) as Record<string, Row[]>
  const found = columns.flatMap((column) =>
    (tables[column.table] ?? [])
      .filter((row) => row[column.column] !== null && row[column.column] !== undefined)
      .flatMap((row) => column.find(row)),
  )
  return sealAgainWithin(ring, content, found)
}

/** What a deleted matter's rows are sealed for. */
export function deletionContext(id: string): string {
  return `deletions:${id}`
}
