// The places that name a person, each with the people who could take over there.
import { answerKey } from "../../../../definition/conditions/conditions.ts"
import { findSectionOf, questionsOf, rolesOf } from "../../../../definition/parts.ts"
import { offeredPeople } from "../../../answers/portal/offered-people.ts"
import { findPlanned } from "../../../answers/portal/questions.ts"
import { ownersOf } from "../../../assets/owners.ts"
import type { Pickable } from "../../../portal/fields/person-picker.tsx"
import { livingPeople, pickablePeople } from "../../../portal/fields/pickable-people.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { sectionUrl } from "../../../portal/sections/section.tsx"
import { filledSlotOf } from "../../../roles/portal/slots.ts"
import { roleFor } from "../../../submissions/missing/missing-sentences.ts"
import { placeKey, reasonToAsk } from "../../fallen-out.ts"
import { listReferences, type Reference } from "../../removal.ts"

export interface Place extends Reference {
  /** Also the name of its control. */
  key: string
  text: string
  /** The revision of what names the person. */
  seen: number
  /** Who could be named instead; undefined where nothing is asked anymore. */
  people: readonly Pickable[] | undefined
  /** The page that names the person, if it shows now. */
  url: string | undefined
  /** It is about the person, or nothing is asked there anymore: it goes with them. */
  goes_too: boolean
}

/** Every place that names a person. */
export async function placesNaming(req: PageRequest, contact_id: string): Promise<Place[]> {
  const { tx, matter, lang, words } = req
  const references = await listReferences(tx, { matter_id: matter.id, contact_id }, lang)
  const people = await req.loaded.people()
  const out = people.filter((person) => reasonToAsk(person)).map(({ id }) => id)
  return Promise.all(
    references.map(async (reference) => {
      const { kind, id, about, label } = reference
      const found = reference.is_about ? undefined : await choiceAt(req, reference)
      const client = people.find((person) => person.id === about)
      return {
        ...reference,
        key: placeKey(reference),
        text: `${words.people.served_as[kind]}: ${roleFor(label, client?.full_name, lang)}`,
        seen: found?.seen ?? 0,
        people: found?.people.filter(
          (each) => each.contact_id !== contact_id && !out.includes(each.contact_id),
        ),
        url: urlOf(req, { ...reference, id }),
        goes_too: found === undefined,
      }
    }),
  )
}

/** Those that go with the person, to list; what the questionnaire has no more has no name. */
export function going(places: readonly Place[]): readonly Place[] {
  return places.filter(({ goes_too, label }) => goes_too && label)
}

interface Choice {
  seen: number
  people: readonly Pickable[]
}

async function choiceAt(req: PageRequest, { kind, id, about }: Reference): Promise<Choice | undefined> {
  const { definition, facts, matter } = req
  const revisions = await req.loaded.revisions()
  switch (kind) {
    case "role": {
      const role = rolesOf(definition).find((each) => each.id === id && each.active)
      if (!role || (about !== null && !facts.clients.includes(about))) return undefined
      const focus = role.split ? (about ?? facts.clients[0] ?? null) : null
      const { candidates, seen } = await filledSlotOf(req, { role, focus, path: id })
      return { people: candidates, seen }
    }
    case "owner": {
      const seen = Math.max(revisions[id]?.owners ?? 0, revisions[id]?.owner_type ?? 0)
      return { people: await livingPeople(req, []), seen }
    }
    case "beneficiary": {
      const asset = (await req.loaded.assets()).find((each) => each.id === id)
      if (!asset) return undefined
      const owners = ownersOf(asset, matter).map(({ contact }) => contact)
      const people = (await livingPeople(req, [])).filter((each) => !owners.includes(each.contact_id))
      return { people, seen: revisions[id]?.beneficiaries ?? 0 }
    }
    case "answer": {
      const question = questionsOf(definition).find((each) => each.id === id)
      if (!question || (about !== null && !facts.clients.includes(about))) return undefined
      const offered = await offeredPeople(req, question, about, await pickablePeople(req), {})
      return offered && { people: offered.people, seen: revisions[matter.id]?.[answerKey(id, about)] ?? 0 }
    }
    default:
      return kind satisfies never
  }
}

function urlOf(req: PageRequest, { kind, id, part_id, about }: Reference): string | undefined {
  const section = findSectionOf(req.definition, part_id)
  if (!section || !req.visible.has(kind === "answer" ? answerKey(id, about) : part_id)) return undefined
  switch (kind) {
    case "role":
      return `${sectionUrl(section.id, about ? `${id}/${about}` : id)}#level_1`
    case "owner":
      return `${sectionUrl(section.id, id)}#owner_type`
    case "beneficiary":
      return `${sectionUrl(section.id, id)}#beneficiaries`
    case "answer": {
      if (section.kind !== "questions") return undefined
      const planned = findPlanned(section.questions, req.facts.clients, { question_id: id, about })
      return planned && `${sectionUrl(section.id, planned.path)}#${id}`
    }
    default:
      return kind satisfies never
  }
}
