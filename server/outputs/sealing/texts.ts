import { isUnreadable, type KeyRing } from "../../platform/secrets/key-ring.ts"
import { columns, type Row, type Sealed } from "./columns.ts"

/** Decrypts the text or key. Throws `UnknownMasterKey` or `TamperedData`. */
export function openSealed(ring: KeyRing, { text, use, context }: Sealed): string | Buffer {
  return use === "seal" ? ring.open(text, context) : ring.unwrapDataKey(text, context)
}

/** Reencrypts with the ring's current key; returns the text unchanged if it already is. */
function sealAgain(ring: KeyRing, sealed: Sealed): string {
  const { text, use, context } = sealed
  if (ring.isCurrent(text)) return text
  return use === "seal"
    ? ring.seal(ring.open(text, context), context)
    : ring.wrapDataKey(ring.unwrapDataKey(text, context), context)
}

/** Called for what does not decrypt, which then stays as it is. */
export type OnUnreadable = () => void

/**
 * Replaces each sealed text in place, so that the JSON around it stays identical, digit for digit. Without `onUnreadable`,
 * throws `UnknownMasterKey` and `TamperedData`.
 */
export function sealAgainWithin(
  ring: KeyRing,
  value: string,
  found: readonly Sealed[],
  onUnreadable?: OnUnreadable,
): string {
  return found.reduce(
    (whole, sealed) =>
      whole.replaceAll(
        sealed.text,
        orAsItIs(() => sealAgain(ring, sealed), sealed.text, onUnreadable),
      ),
    value,
  )
}

/** What `seal` returns, or `text` if it does not decrypt and that is wanted. */
export function orAsItIs(seal: () => string, text: string, onUnreadable: OnUnreadable | undefined): string {
  try {
    return seal()
  } catch (error) {
    if (!onUnreadable || !isUnreadable(error)) throw error
    onUnreadable()
    return text
  }
}

/** Reencrypts every sealed text in a deleted matter's rows, which a deletion stores as JSON by table. */
export function sealContentAgain(ring: KeyRing, content: string, onUnreadable?: OnUnreadable): string {
  const tables = JSON.parse(content) as Record<string, Row[]>
  const found = columns.flatMap((column) =>
    (tables[column.table] ?? [])
      .filter((row) => row[column.column] !== null && row[column.column] !== undefined)
      .flatMap((row) => column.find(row)),
  )
  return sealAgainWithin(ring, content, found, onUnreadable)
}

/** The encryption context of a deleted matter's rows. */
export function deletionContext(id: string): string {
  return `deletions:${id}`
}
