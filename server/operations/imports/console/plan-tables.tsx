import { displayAddress } from "../../../definition/addresses/addresses.ts"
import { relationshipLabel } from "../../../definition/people/relationships.ts"
import { displayDate } from "../../../definition/values/dates.ts"
import { TableCard } from "../../../web/ui/components/data-table.tsx"
import type { PlannedAddress } from "../details.ts"
import type { Duplicate } from "../duplicates.ts"
import type { PlannedPerson } from "../people.ts"
import type { PlannedMatter } from "../plan.ts"
import { columnLabel, type Finding } from "../table/cells.ts"

/** As many rows as anyone reads before they correct the file. */
const max_findings = 200
const max_shown = 20

/** What was found, with lines and columns as a spreadsheet shows them. */
export function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  const more = findings.length - max_findings
  return (
    <TableCard
      title={title}
      card={{ footer: more > 0 ? `And ${more.toLocaleString("en-US")} more.` : undefined }}
      caption={`${title}, by cell`}
      columns={[
        { label: "Cell", primary: true, narrow: true, cell: cellName },
        { label: "Column", cell: ({ column }) => column },
        { label: "What to do", cell: ({ message }) => message },
      ]}
      records={findings.slice(0, max_findings)}
      id={(_, index) => `${title[0] === "F" ? "fault" : "question"}-${index}`}
    />
  )
}

function cellName({ line, at }: Finding): string {
  return at === undefined ? `Line ${line}` : `${columnLabel(at)}${line}`
}

/** The first matters, and each one with a question, as they will be stored. */
export function PlannedMatters(props: {
  matters: readonly PlannedMatter[]
  questions: readonly Finding[]
  duplicates: readonly Duplicate[]
}) {
  const { matters, questions, duplicates } = props
  const doubled = new Set(duplicates.map(({ planned }) => planned.line))
  const questioned = new Set(questions.map(({ line }) => line))
  const shown = matters
    .filter(({ line }, index) => index < max_shown || questioned.has(line))
    .slice(0, max_findings)
  const more = matters.length - shown.length
  return (
    <TableCard
      title="What will be stored"
      card={{
        footer: more > 0 ? `And ${more.toLocaleString("en-US")} more, read in the same way.` : undefined,
      }}
      caption="What will be stored"
      columns={[
        { label: "Line", narrow: true, cell: (matter) => matter.line },
        {
          label: "Matter",
          primary: true,
          cell: (matter) => (
            <Lines
              of={[matter.name, ...(doubled.has(matter.line) ? [as_chosen] : []), ...filingOf(matter)]}
            />
          ),
        },
        {
          label: "People",
          cell: (matter) =>
            matter.people.map((person, at) => (
              <Lines key={`${at}`} of={[titleOf(person, at), ...factsOf(person)]} />
            )),
        },
      ]}
      records={shown}
      id={(matter) => `matter-${matter.line}`}
    />
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
  const { file_number, reference, opened_on, due_on, assignee, tags, notes } = matter
  return [
    file_number && `File number ${file_number}`,
    reference && `Reference ${reference}`,
    opened_on && `Opened ${displayDate(opened_on, "en")}`,
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
