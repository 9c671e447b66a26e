import { foldText } from "../../definition/values/folded-text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"

export interface SimilarContact {
  id: string
  full_name: string
  relationship_type: string
}

/**
 * People of the matter who may be the one about to be entered again: the same name apart from case, accents, middle
 * names, a preferred name or one typo. Empty for an empty name.
 */
export async function findSimilarContacts(
  tx: Tx,
  matter_id: string,
  name: string,
): Promise<SimilarContact[]> {
  const words = wordsOfName(name)
  if (words.length === 0) return []
  const people = await tx.all<SimilarContact & { preferred_name: string; also_known_as: string }>(sql`
    select id, full_name, relationship_type, coalesce(preferred_name, '') as preferred_name,
           coalesce(also_known_as, '') as also_known_as
      from contacts where matter_id = ${matter_id} and full_name <> ''
     order by left(relationship_type, 1), position`)
  return people
    .filter(({ full_name, preferred_name, also_known_as }) => {
      const known = wordsOfName(full_name)
      const called = preferred_name ? [...wordsOfName(preferred_name), ...known.slice(1)] : known
      return [known, called, wordsOfName(also_known_as)].some((theirs) => isSameName(words, theirs))
    })
    .map(({ id, full_name, relationship_type }) => ({ id, full_name, relationship_type }))
}

/** The folded words of a name, without apostrophes: some leave them out. */
export function wordsOfName(name: string): string[] {
  return foldText(name)
    .replaceAll("'", "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Whether the first and last words match, and every word of the shorter name is in the longer one, in order. */
export function isSameName(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (shorter.length === 0 || (shorter.length === 1 && longer.length > 1)) return false
  if (!isNearly(shorter[0], longer[0]) || !isNearly(shorter.at(-1), longer.at(-1))) return false
  let place = 0
  return shorter.every((word) => {
    const next = longer.findIndex((other, index) => index >= place && isNearly(word, other))
    place = next + 1
    return next >= 0
  })
}

/**
 * Whether two words match: equal, one an initial of the other, or, from five letters on, one letter wrong, missing or
 * extra.
 */
export function isNearly(a = "", b = ""): boolean {
  if (a === b) return true
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (shorter.length === 1) return longer.startsWith(shorter)
  if (shorter.length < 4 || longer.length < 5 || longer.length - shorter.length > 1) return false
  let place = 0
  while (place < shorter.length && shorter[place] === longer[place]) place += 1
  const rest = longer.slice(place + 1)
  return rest === shorter.slice(place) || rest === shorter.slice(place + 1)
}
