import { relationshipLabel } from "../definition/relationships.ts"
import type { Pickable } from "./person-picker.tsx"
import type { Visit } from "./visit.ts"

/** Everybody who can be picked: people with a name, and what they are to the client. */
export async function pickablePeople(visit: Visit): Promise<Pickable[]> {
  const named = (await visit.loaded.people()).filter(({ full_name }) => full_name !== "")
  return named.map(({ id, full_name, relationship_type }) => ({
    contact_id: id,
    name: full_name,
    hint:
      id === visit.client.contact_id
        ? visit.words.person.you
        : relationshipLabel(relationship_type, visit.lang),
  }))
}

/** Everybody alive who can be picked, and whoever is `chosen` already; children are marked as such. */
export async function livingPeople(visit: Visit, chosen: readonly string[]): Promise<Pickable[]> {
  const [people, pickable] = await Promise.all([visit.loaded.people(), pickablePeople(visit)])
  const majority = `${Number(visit.today.slice(0, 4)) - 18}${visit.today.slice(4)}`
  return pickable.flatMap((pick) => {
    const person = people.find(({ id }) => id === pick.contact_id)
    const isDead = person?.date_of_death || ["2DCHD", "1DECS"].includes(person?.relationship_type ?? "")
    if (isDead && !chosen.includes(pick.contact_id)) return []
    const isMinor = (person?.date_of_birth ?? "") > majority
    return { ...pick, hint: [pick.hint, isMinor && minor[visit.lang]].filter(Boolean).join(", ") }
  })
}

const minor = { en: "under 18", es: "menor de 18" }
