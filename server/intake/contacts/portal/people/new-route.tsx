import { lockForEditing } from "../../../matters/editing.ts"
import type { PageRequest } from "../../../portal/page-request.ts"
import { positionIn } from "../../../portal/sections/position.tsx"
import type { RoutedRequest } from "../../../portal/sections/section.tsx"
import { type Redirect, type View, withParameter } from "../../../portal/view.tsx"
import { addView, type Shown } from "./add-view.tsx"
import { addedOf, addPeople, newPersonFields } from "./new-people.ts"

/** A picker's "Someone else": adds a person and returns to the picker's page with that person picked. */
export async function showNewPerson(req: PageRequest, request: RoutedRequest): Promise<View> {
  return newPersonView(req, request, { lede: req.words.people.new_lede })
}

export async function saveNewPerson(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  await lockForEditing(req.tx, req.matter.id)
  const outcome = await addPeople(req, [await pickedPerson(req)], request.form, true)
  if ("faults" in outcome)
    return { ...(await newPersonView(req, request, { typed: request.form, ...outcome })), status: 422 }
  const picked = outcome.entered[0]?.id ?? ""
  return {
    to: withParameter(backOf(request), `picked.${request.query.for ?? ""}`, picked),
    done: addedOf(outcome.entered, req.lang),
  }
}

async function newPersonView(req: PageRequest, request: RoutedRequest, shown: Shown): Promise<View> {
  const forms = [await pickedPerson(req)]
  return {
    ...addView(req, req.words.people.add.others, forms, request, shown),
    ...(await originOf(req, request)),
  }
}

/** The back link, and the position of the section the client came from. */
async function originOf(req: PageRequest, request: RoutedRequest): Promise<Pick<View, "back" | "position">> {
  const back = backOf(request)
  const [, section_id = ""] = /^\/portal\/sections\/([^/?]+)/.exec(back) ?? []
  return { back: { href: back }, position: await positionIn(req, section_id) }
}

/** The form for relationship and name. */
async function pickedPerson(req: PageRequest) {
  const about = { fields: {}, is_you: false, is_client: false, takes_organizations: true }
  return { prefix: "", fields: await newPersonFields(req, about) }
}

/** The picker's page; the home page for any URL outside the portal, which would be an open redirect. */
function backOf({ query }: RoutedRequest): string {
  const back = query.back ?? ""
  return /^\/portal\/[\w./?=&%-]*$/.test(back) ? back : "/portal"
}
