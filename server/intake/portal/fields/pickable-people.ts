import {
  findObjection,
  isMinor,
  type Objection,
  type WhoMayServe,
} from "../../../definition/conditions/who-may-serve.ts"
import { relationshipLabel } from "../../../definition/people/relationships.ts"
import type { PageRequest } from "../page-request.ts"
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
    const isYoung = isMinor(person?.date_of_birth ?? null, req.today)
    return { ...pick, hint: [pick.hint, isYoung && minor[req.lang]].filter(Boolean).join(", ") }
  })
}

/** People left out of a choice because they may not serve, and those chosen although they may not. */
export interface Unsuitable {
  left_out: readonly Objected[]
  chosen: readonly Objected[]
}

export interface Objected {
  name: string
  objection: Objection
}

/** `people` without those who may not serve, unless already `chosen`; `clients` are those the choice stands in for. */
export async function suitablePeople(
  req: PageRequest,
  people: readonly Pickable[],
  rule: WhoMayServe,
  clients: readonly string[],
  chosen: readonly string[],
): Promise<{ people: readonly Pickable[]; unsuitable: Unsuitable }> {
  const records = await req.loaded.people()
  const judged = people.map((pick) => {
    const person = records.find(({ id }) => id === pick.contact_id)
    const objection = person && findObjection(rule, person, clients, req.today)
    return { pick, objection, is_chosen: chosen.includes(pick.contact_id) }
  })
  const objected = (isChosen: boolean) =>
    judged.flatMap(({ pick: { name }, objection, is_chosen }) =>
      objection && is_chosen === isChosen ? [{ name, objection }] : [],
    )
  return {
    people: judged.flatMap(({ pick, objection, is_chosen }) => (objection && !is_chosen ? [] : [pick])),
    unsuitable: { left_out: objected(false), chosen: objected(true) },
  }
}

const minor = { en: "under 18", es: "menor de 18" }
