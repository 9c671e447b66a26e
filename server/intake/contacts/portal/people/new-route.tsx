import { parseForm } from "../../../../web/portal/fields/form-fields.ts"
import { textOf } from "../../../../web/portal/form.ts"
import type { PageRequest } from "../../../../web/portal/page-request.ts"
import { positionIn } from "../../../../web/portal/sections/position.tsx"
import { newRecordId, type RoutedRequest } from "../../../../web/portal/sections/section.tsx"
import type { Redirect, View } from "../../../../web/portal/view.tsx"
import { withParameter } from "../../../../web/portal/view.tsx"
import { lockForEditing } from "../../../matters/editing.ts"
import { addContact } from "../../editing.ts"
import { findSimilarContacts } from "../../similar.ts"
import { addView, nameIn, newPersonFields, sameField } from "./add-view.tsx"

/** A picker's "Someone else": adds a person and returns to the picker's page with that person picked. */
export async function showNewPerson(req: PageRequest, request: RoutedRequest): Promise<View> {
  const { words } = req
  return {
    ...addView(req, words.people.new_title, { all: await pickedPersonFields(req) }, request, {
      lede: words.people.new_lede,
    }),
    ...(await originOf(req, request)),
  }
}

export async function saveNewPerson(req: PageRequest, request: RoutedRequest): Promise<View | Redirect> {
  const { tx, matter, words } = req
  await lockForEditing(tx, matter.id)
  const personFields = await pickedPersonFields(req)
  const { edits, faults } = parseForm(personFields, request.form, req)
  const origin = await originOf(req, request)
  const showAgain = (rest: Parameters<typeof addView>[4]): View => ({
    ...addView(req, words.people.new_title, { all: personFields }, request, {
      typed: request.form,
      ...rest,
    }),
    status: 422,
    ...origin,
  })
  if (faults.length > 0) return showAgain({ faults })
  const fields = Object.fromEntries(edits.map(({ field, value }) => [field, value as string | null]))
  const name = nameIn(fields)
  const same = textOf(request.form, sameField)
  const new_id = newRecordId("contact", request.form)
  const similar = (await findSimilarContacts(tx, matter.id, name)).filter(({ id }) => id !== new_id)
  if (same === undefined && similar.length > 0) return showAgain({ similar })
  const known = similar.find(({ id }) => id === same)
  const person = { ...fields, relationship_type: String(fields.relationship_type) }
  const contact_id = known?.id ?? (await addContact(tx, matter.id, person, new_id))
  const to = withParameter(backOf(request), `picked.${request.query.for ?? ""}`, contact_id)
  return known ? { to } : { to, done: { key: "person_added", name } }
}

/** The back link, and the position of the section the client came from. */
async function originOf(req: PageRequest, request: RoutedRequest): Promise<Pick<View, "back" | "position">> {
  const back = backOf(request)
  const [, section_id = ""] = /^\/portal\/sections\/([^/?]+)/.exec(back) ?? []
  return { back: { href: back }, position: await positionIn(req, section_id) }
}

/** Relationship and name, with every relationship to choose from. */
function pickedPersonFields(req: PageRequest) {
  return newPersonFields(req, undefined, {}, true)
}

/** The picker's page; the home page for any URL outside the portal, which would be an open redirect. */
function backOf({ query }: RoutedRequest): string {
  const back = query.back ?? ""
  return /^\/portal\/[\w./?=&%-]*$/.test(back) ? back : "/portal"
}
