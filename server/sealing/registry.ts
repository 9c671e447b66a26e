import type { KeyRing } from "../platform/secrets/key-ring.ts"
import { columns, type SealedColumn } from "./columns.ts"
import { deletionContext, sealAgainWithin, sealContentAgain } from "./texts.ts"

/** A deleted matter: sealed as a whole, with texts inside that were sealed before. */
const deletions: SealedColumn = {
  table: "deletions",
  column: "content_sealed",
  type: "text",
  identity: ["id"],
  words: "a deleted matter",
  texts: "array[content_sealed]",
  find: ({ id, content_sealed }) =>
    typeof content_sealed === "string"
      ? [{ text: content_sealed, use: "seal", context: deletionContext(String(id)) }]
      : [],
}

export const registry: readonly SealedColumn[] = [...columns, deletions]

/** A value of a column with all that is sealed in it under the current key; the same value where it is already. */
export function sealValueAgain(
  ring: KeyRing,
  column: SealedColumn,
  row: Record<string, unknown>,
  value: string,
): string {
  const found = column.find(row)
  if (column !== deletions) return sealAgainWithin(ring, value, found)
  const [sealed] = found
  if (!sealed || ring.isCurrent(sealed.text)) return value
  return ring.seal(sealContentAgain(ring, ring.open(sealed.text, sealed.context)), sealed.context)
}
