import { plainAmount } from "./typed-amounts.ts"
import { normalized } from "./typed-text.ts"

/** A percentage as a fraction. */
export interface Fraction {
  over: bigint
  under: bigint
  /** The decimals that were typed; undefined for a fraction or a word, which is exact. */
  decimals?: number
}

/** An amount as `plainAmount` reads it, with vulgar fractions spread: `33⅓` is 33 1/3. */
export function plainFraction(typed: string): string | undefined {
  if (typed.length > 400) return undefined
  const spread = typed.replace(/[¼-¾⅐-⅞]/g, (mark) => ` ${normalized(mark, "NFKC")}`)
  return plainAmount(spread.replaceAll("⁄", "/"))
}

/** `33 1/3`, `1/3` of a whole; undefined for what is no fraction, and null for one that can't be told from another. */
export function readFraction(text: string): Fraction | null | undefined {
  const mixed = /^(?:(\d{1,3}) {1,2})?(\d{1,3}) ?\/ ?([1-9]\d{0,2})( ?%)?$/.exec(text)
  if (!mixed) return undefined
  const [, whole, over = "", under = "", mark] = mixed
  if (whole !== undefined) return { over: BigInt(whole) * BigInt(under) + BigInt(over), under: BigInt(under) }
  // A fraction alone is one of the whole; "1/3 %" could be one of a percent. "60/40" is how two people share.
  const isSplit = over !== "1" && Number(over) + Number(under) === 100
  return mark || isSplit ? null : { over: 100n * BigInt(over), under: BigInt(under) }
}

/** In hundredths of a percent. */
export function rounded({ over, under }: Fraction): bigint {
  return (200n * over + under) / (2n * under)
}
