import { conflictCheckUrl } from "../../../follow-up/search/console/conflicts/address.ts"
import { listPossibleConflicts } from "../../../follow-up/search/possible-conflicts.ts"
import { frameOf, openMatter } from "../../../web/console/matter/frame.tsx"
import type { PageRequest } from "../../../web/console/page-request.ts"
import { Day } from "../../../web/console/times.tsx"
import type { View } from "../../../web/console/view.tsx"
import { Family } from "../../../web/family/family.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { EmptyState } from "../../../web/ui/components/empty-state.tsx"
import { PhoneLink } from "../../../web/ui/components/phone-link.tsx"
import { SummaryList, type SummaryRow } from "../../../web/ui/components/summary-list.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { CorrectionLink, type CorrectionUrl, correctionUrlOf } from "../../corrections/console/requests.tsx"
import { loadMatter } from "../../submissions/loaded-matter.ts"
import {
  type ApproximateDate,
  findApproximateDate,
  listApproximateDates,
} from "../../submissions/review/approximate-dates.ts"
import { contactOf } from "../contacts.ts"
import { type Relatives, relativesOf } from "../family/members.ts"
import type { Contact } from "../schema.ts"
import { groupPeople } from "./groups.ts"

export async function peoplePage(req: PageRequest): Promise<View> {
  const matter = await openMatter(req)
  const loaded = loadMatter(req.tx, req.parts.ring, matter.id)
  const [people, dates, conflicts] = await Promise.all([
    loaded.people(),
    listApproximateDates(req.tx, loaded),
    // A member limited to assigned matters cannot check the rest of the firm for conflicts.
    req.staff.assigned_matters_only ? undefined : listPossibleConflicts(req.tx, matter.id),
  ])
  const contacts = people.map(contactOf)
  const relatives = relativesOf(matter, contacts, people)
  return {
    ...frameOf(matter, "/people"),
    body: (
      <People
        contacts={contacts}
        dates={dates}
        relatives={relatives}
        conflicts={conflicts}
        correctionUrl={correctionUrlOf(matter)}
      />
    ),
  }
}

/** All people of a matter by group, with their details. */
export function People(props: {
  contacts: readonly Contact[]
  dates?: readonly ApproximateDate[] | undefined
  relatives?: Relatives
  /** Names to check for conflicts, by contact id. */
  conflicts?: ReadonlyMap<string, string> | undefined
  correctionUrl?: CorrectionUrl | undefined
  level?: 2 | 3
}) {
  const { contacts, dates = [], correctionUrl, level = 2 } = props
  const relatives: Relatives = props.relatives ?? { contacts }
  const named = contacts.filter((contact) => contact.full_name || contact.is_client || contacts.length > 1)
  if (named.length === 0) {
    return (
      <EmptyState title="No one yet" icon="people">
        People appear here as soon as the client names them.
      </EmptyState>
    )
  }
  const parts = groupPeople(contacts, relatives.main_has_died)
  const Heading = `h${level}` as const
  return (
    <>
      <Family {...relatives} level={level} />
      {parts.groups.map((title) => {
        const people = contacts.filter((contact) => parts.groupOf(contact) === title)
        if (people.length === 0) return null
        return (
          <section class="stack" key={title}>
            <Heading>{title}</Heading>
            <div class="grid grid-even">
              {people.map((contact) => (
                <Person
                  key={contact.id}
                  contact={contact}
                  dates={dates}
                  conflict={props.conflicts?.get(contact.id)}
                  part={parts.partOf(contact)}
                  correctionUrl={correctionUrl}
                  level={level === 2 ? 3 : 4}
                />
              ))}
            </div>
          </section>
        )
      })}
    </>
  )
}

function Person(props: {
  contact: Contact
  dates: readonly ApproximateDate[]
  conflict: string | undefined
  part: string
  correctionUrl: CorrectionUrl | undefined
  level: 3 | 4
}) {
  const { contact, dates, conflict, part, correctionUrl, level } = props
  const rows = personRows(contact, dates)
  if (conflict) rows.unshift({ key: "Possible conflict", value: <ConflictLink name={conflict} /> })
  return (
    <Card
      id={contact.id}
      level={level}
      flush={rows.length > 0}
      title={contact.full_name || "No name yet"}
      actions={<Tag tone={contact.is_client ? "accent" : "neutral"}>{part}</Tag>}
      footer={
        correctionUrl && (
          <CorrectionLink
            href={correctionUrl({ kind: "contact", record_id: contact.id })}
            of={contact.full_name || part}
          />
        )
      }
    >
      {rows.length > 0 ? <SummaryList rows={rows} /> : <p class="cell-note">No other details.</p>}
    </Card>
  )
}

function ConflictLink({ name }: { name: string }) {
  return (
    <>
      The name appears in another matter.{" "}
      <a href={conflictCheckUrl(name)}>
        Check for conflicts<span class="visually-hidden"> {name}</span>
      </a>
    </>
  )
}

/** The known details of a person except the name. */
export function personRows(contact: Contact, dates: readonly ApproximateDate[]): SummaryRow[] {
  const rows: SummaryRow[] = []
  const add = (key: string, value: SummaryRow["value"]) => {
    if (value) rows.push({ key, value })
  }
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
