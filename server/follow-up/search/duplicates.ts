import type { MatterState } from "../../intake/matters/list/filters.ts"
import type { Tx } from "../../platform/db/database.ts"
import { reasonOf } from "./reasons.ts"
import { type FoundEntry, searchEntries } from "./search.ts"

export interface NewPerson {
  first_name: string
  last_name: string
  email: string
}

/** A matter that contains someone with the same name or email as a person about to be added. */
export interface Duplicate {
  matter_id: string
  matter_name: string
  matter_state: MatterState
  /** The name or email they have in common. */
  shared: string
}

/** Matters that may already contain these people, each once; limited to those assigned to a user, if given. */
export async function findDuplicates(
  tx: Tx,
  people: readonly NewPerson[],
  assignee_id: string | null,
): Promise<Duplicate[]> {
  const found = new Map<string, Duplicate>()
  for (const { first_name, last_name, email } of people) {
    const name = `${first_name} ${last_name}`.trim()
    for (const words of [name, email]) {
      if (words === "") continue
      for (const entry of await searchEntries(tx, words, { assignee_id, limit: 50 })) {
        const { matter_id, matter_name, matter_state, text } = entry
        if (isShared(words, entry) && !found.has(matter_id))
          found.set(matter_id, { matter_id, matter_name, matter_state, shared: text })
      }
    }
  }
  return [...found.values()]
}

/** Whether an entry found for a name or an email is the same name or email. */
export function isShared(words: string, { kind, text }: FoundEntry): boolean {
  return kind === "email"
    ? text.toLowerCase() === words.toLowerCase()
    : ["name", "also_known_as", "preferred_name"].includes(kind) &&
        ["same", "reordered"].includes(reasonOf(words, text) ?? "")
}
