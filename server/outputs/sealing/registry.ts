import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { columns, type SealedColumn } from "./columns.ts"
import { deletionContext, type OnUnreadable, orAsItIs, sealAgainWithin, sealContentAgain } from "./texts.ts"

/** A deleted matter: sealed in full, with texts inside that were already sealed. */
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

/** Reencrypts everything sealed in a value of a column with the current key; returns the value unchanged if it already is. */
export function sealValueAgain(
  ring: KeyRing,
  column: SealedColumn,
  row: Record<string, unknown>,
  value: string,
  onUnreadable?: OnUnreadable,
): string {
  const found = column.find(row)
  if (column !== deletions) return sealAgainWithin(ring, value, found, onUnreadable)
  const [sealed] = found
  if (!sealed || ring.isCurrent(sealed.text)) return value
  const { text, context } = sealed
  const again = () => ring.seal(sealContentAgain(ring, ring.open(text, context), onUnreadable), context)
  return orAsItIs(again, value, onUnreadable)
}
