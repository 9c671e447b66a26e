// People who have died or are no longer the spouse or partner, and are still named: the client is asked once about each.

import { Banner } from "../../../../web/ui/components/banner.tsx"
import type { PageRequest } from "../../../portal/page-request.ts"
import type { RoutedRequest } from "../../../portal/sections/section.tsx"
import type { Redirect, View } from "../../../portal/view.tsx"
import type { PersonRow } from "../../contacts.ts"
import { listStayingPlaces, reasonToAsk } from "../../fallen-out.ts"
import { type Naming, saveNaming, showNaming } from "./naming-page.tsx"
import { type Place, placesNaming } from "./places.ts"

export const stillNamedUrl = (contact_id: string) => `/portal/still-named/${contact_id}`

/** Those about whom the client has not decided yet, with the places. After a death, an estate's papers name the dead. */
async function peopleToAskAbout(req: PageRequest): Promise<{ person: PersonRow; places: Place[] }[]> {
  if (req.matter.approach === "rep-deceased" || !req.may_edit) return []
  const out = (await req.loaded.people()).filter(
    (person) => person.id !== req.matter.contact_main_id && reasonToAsk(person),
  )
  if (out.length === 0) return []
  const staying = await listStayingPlaces(req.tx, req.matter.id)
  const open = []
  for (const person of out) {
    const decided = staying.get(person.id)?.places ?? []
    const places = (await placesNaming(req, person.id)).filter(
      ({ people, key }) => people && !decided.includes(key),
    )
    if (places.length > 0) open.push({ person, places })
  }
  return open
}

/** Where to ask next; the home page if no one is left to ask about. */
export async function nextToAskAbout(req: PageRequest): Promise<string> {
  const [next] = await peopleToAskAbout(req)
  return next ? stillNamedUrl(next.person.id) : "/portal"
}

/** Leads from the home and check pages to the decisions that are open. */
export async function stillNamedBanner(req: PageRequest) {
  const { title, link } = req.words.people.naming
  return (await peopleToAskAbout(req)).map(({ person, places }) => (
    <Banner
      key={person.id}
      tone="warning"
      title={title(person.full_name || req.words.person.unnamed.person, places.length)}
      actions={<a href={stillNamedUrl(person.id)}>{link}</a>}
    >
      <p>{places.map(({ text }) => text).join(" · ")}</p>
    </Banner>
  ))
}

async function namingOf(req: PageRequest, contact_id = ""): Promise<Naming | undefined> {
  const person = (await req.loaded.people()).find(({ id }) => id === contact_id)
  if (!person || !req.may_edit || !reasonToAsk(person)) return undefined
  const places = await placesNaming(req, contact_id)
  if (places.length === 0) return undefined
  const name = person.full_name || req.words.person.unnamed.person
  const { title, lede } = req.words.people.naming
  return {
    person: { id: contact_id, name },
    title: title(name, places.length),
    lede,
    submit: req.words.frame.save,
    back: "/portal",
    may_stay: true,
  }
}

export async function showStillNamed(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const naming = await namingOf(req, request.params.contact_id)
  return naming ? showNaming(req, request, naming) : { to: "/portal" }
}

export async function saveStillNamed(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const naming = await namingOf(req, request.params.contact_id)
  const again = naming && (await saveNaming(req, request, naming))
  if (again || !naming) return again ?? { to: "/portal" }
  return { to: "/portal", done: { key: "naming_saved", name: naming.person.name } }
}
