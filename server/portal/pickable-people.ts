import { relationshipLabel } from "../definition/relationships.ts"
import type { PageRequest } from "./page-request.ts"
import type { Pickable } from "./person-picker.tsx"

/** The contacts that have a name, with their relationship to the client. */
export async function pickablePeople(req: PageRequest): Promise<Pickable[]> {
  const named = (await req.loaded.people()).filter(({ full_name }) => full_name !== "")
  return named.map(({ id, full_name, relationship_type }) => ({
    contact_id: id,
    name: full_name,
    hint:
      id === req.client.contact_id ? req.words.person.you : relationshipLabel(relationship_type, req.lang),
  }))
}

/** The living contacts that have a name, and those already `chosen`; minors are marked. */
export async function livingPeople(req: PageRequest, chosen: readonly string[]): Promise<Pickable[]> {
  const [people, pickable] = await Promise.all([req.loaded.people(), pickablePeople(req)])
  return pickable.flatMap((pick) => {
    const person = people.find(({ id }) => id === pick.contact_id)
    const isDead = person?.date_of_death || ["2DCHD", "1DECS"].includes(person?.relationship_type ?? "")
    if (isDead && !chosen.includes(pick.contact_id)) return []
    const isMinor = isUnder18(person?.date_of_birth ?? null, req.today)
    return { ...pick, hint: [pick.hint, isMinor && minor[req.lang]].filter(Boolean).join(", ") }
  })
}

/** Whether a person is a minor today, both dates YYYY-MM-DD; false if the date of birth is unknown. */
function isUnder18(date_of_birth: string | null, today: string): boolean {
  return date_of_birth !== null && date_of_birth > `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`
}

const minor = { en: "under 18", es: "menor de 18" }
