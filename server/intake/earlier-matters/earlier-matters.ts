// Starts a matter from an earlier one of the same client. People, roles and assets become records of the new matter,
// which the client reviews like any others. Answers belong to an earlier time, so they are only suggested, and count
// once the client saves them. Hidden and sensitive answers are not copied.

import type { Tx } from "../../platform/db/database.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { getMatterRow } from "../matters/matter-row.ts"
import type { Person } from "../matters/parties/parties.ts"
import { readVisibility } from "../matters/progress/visibility.ts"
import { copyAnswers, copyAssets, copyRoles } from "./copied-records.ts"
import type { CopyContext } from "./copy-context.ts"
import { clientOf, copyPeople, pairClients } from "./people.ts"

export const copiedParts = ["people", "contact_details", "roles", "assets", "answers"] as const
export type CopiedPart = (typeof copiedParts)[number]

export interface Choice {
  parts: readonly CopiedPart[]
  /** The second client as typed; an earlier partner with another name is not copied. */
  partner?: Person | undefined
  /** The client of the new matter, if it is someone else than that of the earlier one: no other person is copied. */
  only?: string | undefined
}

/** How much of each part was copied, and the contacts of the new matter by those they were copied from. */
interface Copied extends Record<Exclude<CopiedPart, "contact_details">, number> {
  copies: ReadonlyMap<string, string>
  /** Who fills in the new matter. */
  client_id: string
}

/**
 * Copies the chosen parts of the matter `from_id` to one just created, as far as its questionnaire asks for them. Roles and
 * beneficiaries are limited to people in the new matter. Throws "not found".
 */
export async function copyEarlierMatter(
  tx: Tx,
  ring: KeyRing,
  [from_id, to_id]: readonly [string, string],
  { parts, ...choice }: Choice,
): Promise<Copied> {
  const isChosen = (part: CopiedPart) => parts.includes(part)
  const from = await getMatterRow(tx, from_id)
  const copied = isChosen("people")
    ? await copyPeople(tx, from, await getMatterRow(tx, to_id), {
        ...choice,
        has_details: isChosen("contact_details"),
      })
    : undefined
  const to = await getMatterRow(tx, to_id)
  const people = copied ?? pairClients(from, to)
  const [source, target] = await Promise.all([readVisibility(tx, from_id), readVisibility(tx, to_id)])
  const context: CopyContext = { from, to, source, target, people }
  const client_id = clientOf(to)
  return {
    copies: copied ?? new Map([[choice.only ?? clientOf(from), client_id]]),
    client_id,
    people: copied?.size ?? 0,
    roles: isChosen("roles") ? await copyRoles(tx, context) : 0,
    assets: isChosen("assets") ? await copyAssets(tx, context) : 0,
    answers: isChosen("answers") ? await copyAnswers(tx, ring, context) : 0,
  }
}
