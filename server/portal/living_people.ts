import type { Pickable } from "./person_picker.tsx"
import { peopleOf, pickablePeople } from "./records.ts"
import type { Visit } from "./visit.ts"

/** Everybody alive who can be picked, and whoever is `chosen` already; children are marked as such. */
export async function livingPeople(visit: Visit, chosen: readonly string[]): Promise<Pickable[]> {
  const [people, pickable] = await Promise.all([peopleOf(visit), pickablePeople(visit)])
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
