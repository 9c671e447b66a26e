import { displayAddress } from "../../../definition/addresses/addresses.ts"
import { maritalWords } from "../../../definition/people/marital-status.ts"
import { relationshipLabel } from "../../../definition/people/relationships.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import { type ListPage, PagedTable } from "../../../web/console/list-pages.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import type { PlannedAddress } from "../details.ts"
import type { ImportLine } from "../lines.ts"
import type { PlannedPerson } from "../people.ts"
import type { PlannedMatter } from "../plan.ts"

export function PlannedMatters({ lines, list }: { lines: readonly ImportLine[]; list: ListPage }) {
  return (
    <Card title="What will be stored" flush id="planned">
      <PagedTable
        caption="What will be stored, doubtful lines first"
        columns={[
          { label: "Line", narrow: true, cell: ({ line }) => line },
          {
            label: "Matter",
            primary: true,
            cell: ({ plan, duplicate, findings }) => (
              <Lines
                of={[
                  plan.name,
                  ...(duplicate ? [as_chosen] : []),
                  ...filingOf(plan),
                  ...findings.map(({ text }) => text),
                ]}
              />
            ),
          },
          {
            label: "People",
            cell: ({ plan }) =>
              plan.people.map((person, at) => (
                <Lines key={`${at}`} of={[titleOf(person, at), ...factsOf(person)]} />
              )),
          },
        ]}
        rows={lines}
        id={({ line }) => `matter-${line}`}
        list={list}
      />
    </Card>
  )
}

/** Not every line of a duplicate becomes a matter. */
const as_chosen = "May be there already: stored as you choose above"

function Lines({ of: [first, ...rest] }: { of: readonly string[] }) {
  return (
    <>
      <span class="cell-line">{first}</span>
      {rest.map((text) => (
        <span class="cell-note cell-line" key={text}>
          {text}
        </span>
      ))}
    </>
  )
}

function filingOf(matter: PlannedMatter): string[] {
  const { file_number, reference, marital_status, opened_on, closed_on, due_on, assignee, tags, notes } =
    matter
  return [
    file_number && `File number ${file_number}`,
    reference && `Reference ${reference}`,
    marital_status && maritalWords.en[marital_status],
    opened_on && `Opened ${displayDate(opened_on, "en")}`,
    closed_on && `Closed ${displayDate(closed_on, "en")}`,
    due_on && `Due ${displayDate(due_on, "en")}`,
    assignee && `Assigned to ${assignee.name}`,
    tags.length > 0 && `Tags: ${tags.join(", ")}`,
    ...notes.map((note) => `Note: ${note.slice(0, 80)}`),
  ].filter((text) => typeof text === "string" && text !== "") as string[]
}

function titleOf({ fields, relationship_type }: PlannedPerson, at: number): string {
  const { first_name, middle_name, last_name, suffix } = fields
  const name = [first_name, middle_name, last_name, suffix].filter(Boolean).join(" ")
  return at > 0 ? `${name}, ${relationshipLabel(relationship_type, "en")}` : name
}

function factsOf({ fields, emails, phones, address }: PlannedPerson): string[] {
  const { preferred_name, gender_binary, date_of_birth, date_of_death } = fields
  return [
    preferred_name && `Called ${preferred_name}`,
    gender_binary,
    date_of_birth && `Born ${displayDate(date_of_birth, "en")}`,
    date_of_death && `Died ${displayDate(date_of_death, "en")}`,
    ...emails.map(({ type, email }) => (type === "work" ? `${email} (work)` : email)),
    ...phones.map(({ type, number }) => `${number} (${type})`),
    address && addressLine(address),
  ].filter((text) => text !== undefined && text !== "") as string[]
}

function addressLine(address: PlannedAddress): string {
  const { street, city, state, postal_code, country_iso } = address
  return displayAddress([street, city, state, postal_code, country_iso], "en")
}
