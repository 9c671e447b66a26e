// Who is the same person, staff decide, and may undo.
import { personUrl } from "../../../../intake/contacts/console/conflict-check.ts"
import { assignmentFilter } from "../../../../intake/matters/console/frame/require-matter.ts"
import { conflict, found } from "../../../../platform/errors.ts"
import { type PageRequest, trimmedTextOf } from "../../../../web/console/page-request.ts"
import type { Redirect } from "../../../../web/console/view.tsx"
import { joinPeople, leavePerson, listRecords, type PersonRecord, undoJoin } from "../../people.ts"

/** The button pressed names a record of the same person, one of someone else, or the merge to undo. */
export async function changePerson(req: PageRequest): Promise<Redirect> {
  const { tx, form } = req
  const [same, apart, merge] = ["same", "apart", "merge"].map((name) => trimmedTextOf(form, name))
  const records = await recordsOf(req, req.param("contact_id"))
  const recordOf = (id: string | undefined) => found(records.find(({ contact_id }) => contact_id === id))
  const own = recordOf(req.param("contact_id"))
  if (same) {
    const others = await recordsOf(req, same)
    const other = found(others.find(({ contact_id }) => contact_id === same))
    const hasBoth = others.some((one) => records.some(({ matter_id }) => matter_id === one.matter_id))
    if (hasBoth && own.person_id !== other.person_id)
      throw conflict("not_possible", "One matter has both of them, so they are two people.")
    const merged = await joinPeople(tx, own.contact_id, same)
    return end("people_merged", [own, other], merged !== undefined && [other, { merge: merged }])
  }
  if (apart) {
    const rest = found(records.find(({ contact_id }) => contact_id !== apart))
    const other = recordOf(apart)
    return end("people_parted", [rest, other], (await leavePerson(tx, apart)) && [rest, { same: apart }])
  }
  return end("people_parted", [own, own], (await undoJoin(tx, own.contact_id, merge ?? "")) && [])
}

function recordsOf({ tx, staff }: PageRequest, contact_id: string): Promise<PersonRecord[]> {
  return listRecords(tx, contact_id, assignmentFilter(staff).assignee_id ?? null)
}

/** The audit entry belongs to the matter of one record, and names the other unless its matter is restricted. */
function end(
  done: "people_merged" | "people_parted",
  [own, other]: readonly [PersonRecord, PersonRecord],
  undo: readonly [of?: PersonRecord, fields?: Record<string, string>] | false,
): Redirect {
  const to = personUrl(own.contact_id)
  if (!undo) return { to, flash: { is_refusal: true, text: "Nothing was changed." } }
  const [of, fields] = undo
  return {
    to,
    flash: { done, ...(of && fields && { undo: { action: personUrl(of.contact_id), fields } }) },
    about: {
      matter_id: other.matter_id,
      record_id: other.contact_id,
      label: own.is_restricted || own === other ? "" : own.contact_id,
    },
  }
}
