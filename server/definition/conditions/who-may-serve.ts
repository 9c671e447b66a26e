// Who may be chosen for a role, or in answer to a question about a person. It limits what clients are offered; whoever
// was chosen before stays, and is named to the client and the lawyer.
import Type, { type Static } from "typebox"

/** Settings of roles, and of questions about a person. */
export const whoMayServe = {
  adults_only: Type.Optional(Type.Boolean({ description: "People known to be under 18 are not offered." })),
  not_clients: Type.Optional(
    Type.Boolean({
      description: "Clients are not offered; of a question asked of each, only the client it is about.",
    }),
  ),
}
export type WhoMayServe = {
  [Name in keyof typeof whoMayServe]?: Static<(typeof whoMayServe)[Name]> | undefined
}

export type Objection = "minor" | "client"

/** Why a person is unsuitable; undefined if they may be chosen. `clients` are those the choice stands in for. */
export function findObjection(
  { adults_only, not_clients }: WhoMayServe,
  person: { id: string; date_of_birth: string | null },
  clients: readonly string[],
  today: string,
): Objection | undefined {
  if (not_clients && clients.includes(person.id)) return "client"
  return adults_only && isMinor(person.date_of_birth, today) ? "minor" : undefined
}

/** Whether a person is a minor today, both dates YYYY-MM-DD; false if the date of birth is unknown. */
export function isMinor(date_of_birth: string | null, today: string): boolean {
  return date_of_birth !== null && date_of_birth > `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
}
