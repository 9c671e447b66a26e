import { relationshipLabel } from "../../../../definition/people/relationships.ts"
import { conflictCheckUrl } from "../../../../intake/contacts/console/conflict-check.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import { PostButton } from "../../../../web/ui/components/button.tsx"
import { TableCard } from "../../../../web/ui/components/data-table.tsx"
import { inquiriesUrl } from "../../../inquiries/console/require-inquiry.tsx"
import type { OutsidePerson } from "../../outside.ts"
import type { Reason } from "../../reasons.ts"
import { reasonWords } from "./words.ts"

const originWords = {
  inquiry: "Inquiry",
  declined_inquiry: "Declined inquiry",
  deleted_matter: "Deleted matter",
} as const

/** Where a person in no matter comes from: “Declined inquiry, March 2026”. */
export function originText({ origin, at }: OutsidePerson, { staff }: PageRequest): string {
  const month = at.toLocaleDateString("en-US", {
    timeZone: staff.firm.time_zone,
    month: "long",
    year: "numeric",
  })
  return `${originWords[origin]}, ${month}`
}

/** The inquiries and kept names that a conflict check found; an admin can remove a kept name. */
export function OutsidePeople(props: {
  people: readonly (OutsidePerson & { reason: Reason })[]
  name: string
  req: PageRequest
}) {
  const { people, name, req } = props
  if (people.length === 0) return null
  const mayRemove = req.staff.role === "admin" && people.some(({ is_name_only }) => is_name_only)
  return (
    <TableCard
      title={`${countText(people.length, "appearance")} in inquiries and deleted matters`}
      caption="Inquiries, and names kept of declined inquiries and deleted matters, closest match first"
      columns={[
        {
          label: "Name",
          cell: (person) =>
            person.is_inquiry ? <a href={`${inquiriesUrl}/${person.id}`}>{person.name}</a> : person.name,
        },
        { label: "Why it is listed", cell: (person) => reasonWords[person.reason] },
        {
          label: "Where",
          cell: (person) => (
            <>
              {originText(person, req)}
              {person.party && (
                <span class="cell-note cell-line">{relationshipLabel(person.party, "en")}</span>
              )}
            </>
          ),
        },
        mayRemove && {
          label: "Remove",
          isButtons: true,
          cell: (person) =>
            person.is_name_only && (
              <PostButton
                action={`/console/conflicts/names/${person.id}/removal`}
                fields={{ back: conflictCheckUrl(name) }}
                about={person.name}
                variant="quiet"
                small
              >
                Remove
              </PostButton>
            ),
        },
      ]}
      records={people}
      isMuted={(person) => person.origin !== "inquiry"}
    />
  )
}
