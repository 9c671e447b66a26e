import type { ComponentChildren } from "preact"
import { Day } from "../../../web/console/times.tsx"
import { PhoneLink } from "../../../web/ui/components/phone-link.tsx"
import { type ApproximateDate, findApproximateDate } from "../../submissions/review/approximate-dates.ts"
import type { Contact } from "../schema.ts"
import { conflictCheckUrl } from "./conflict-check.ts"

/** The known details of a person except the name; `conflict` is a name to check. */
export function personRows(
  contact: Contact,
  dates: readonly ApproximateDate[],
  conflict: string | undefined,
): [string, ComponentChildren][] {
  const rows: [string, ComponentChildren][] = []
  const add = (label: string, value: ComponentChildren) => rows.push([label, value])
  add(
    "Possible conflict",
    conflict && (
      <>
        The name appears in another matter.{" "}
        <a href={conflictCheckUrl(conflict)}>
          Check for conflicts<span class="visually-hidden"> {conflict}</span>
        </a>
      </>
    ),
  )
  add("Also known as", contact.also_known_as)
  add("Preferred name", contact.preferred_name)
  for (const [label, field] of [
    ["Born", "date_of_birth"],
    ["Died", "date_of_death"],
  ] as const) {
    const day = contact[field]
    add(label, day ? <Day day={day} /> : findApproximateDate(dates, contact.id, field, "en"))
  }
  add("Sex", contact.gender_binary)
  for (const { id, type, number } of contact.phone_numbers) {
    add(`Phone, ${type}`, <PhoneLink key={id} number={number} />)
  }
  for (const { id, type, email } of contact.email_addresses) {
    add(
      `Email, ${type}`,
      <a key={id} href={`mailto:${email}`}>
        {email}
      </a>,
    )
  }
  for (const { type, full_address } of contact.addresses) add(`Address, ${type}`, full_address)
  return rows
}
