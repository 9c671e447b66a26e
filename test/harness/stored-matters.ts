// What a firm's matters hold, one line for each matter and person, for comparing what was imported.

import { listNotes } from "../../server/follow-up/notes/notes.ts"
import { getFiling } from "../../server/intake/matters/filing/filing.ts"
import { sql } from "../../server/platform/db/sql.ts"
import type { TestFirm } from "./service.ts"

/** The firm's matters, by name, as the API returns them; below each, its people. */
export async function storedMatters(firm: TestFirm): Promise<string[]> {
  const { body } = await firm.request("GET", "/v1/matters")
  const stored: string[] = []
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, "en")
  for (const { id, name } of body.results.toSorted(byName))
    stored.push(...(await storedMatter(firm, id, name)))
  return stored
}

async function storedMatter(firm: TestFirm, id: string, name: string): Promise<string[]> {
  const matter = (await firm.request("GET", `/v1/matters/${id}`)).body
  const contacts = (await firm.request("GET", `/v1/matters/${id}/contacts`)).body.contacts
  const { filing, notes, reference, assignee, today } = await firm.run(async (tx) => ({
    filing: await getFiling(tx, id),
    notes: await listNotes(tx, id),
    ...(await tx.one<{ reference: string | null; assignee: string | null; today: string }>(sql`
      select m.context ->> 'reference' as reference, u.name as assignee, ${tx.now.toISOString().slice(0, 10)} as today
        from matters m left join users u on u.id = m.assignee_id where m.id = ${id}`)),
  }))
  const isNew = matter.open_date >= new Date(Date.parse(today) - 2 * 86_400_000).toISOString().slice(0, 10)
  const facts = [
    name,
    filing.file_number,
    reference && `reference ${reference}`,
    !isNew && `opened ${matter.open_date}`,
    filing.due_on && `due ${filing.due_on}`,
    assignee && `for ${assignee}`,
    filing.tags.join(", "),
    ...notes.map(({ text }) => `note ${text.replaceAll("\n", "|")}`),
  ]
  return [joined(facts), ...contacts.map((person: Contact) => `  ${personLine(person)}`)]
}

interface Contact {
  full_name: string
  preferred_name: string | null
  gender_binary: string
  date_of_birth: string | null
  relationship: { type: string }
  phone_numbers: { type: string; number: string }[]
  email_addresses: { type: string; email: string }[]
  addresses: { type: string; full_address: string }[]
}

function personLine(person: Contact): string {
  const called = person.preferred_name ? ` (${person.preferred_name})` : ""
  return joined([
    `${person.relationship.type} ${person.full_name}${called}`,
    person.gender_binary,
    person.date_of_birth,
    ...person.phone_numbers.map(({ type, number }) => `${type} ${number}`),
    ...person.email_addresses.map(({ type, email }) => `${type} ${email}`),
    ...person.addresses.map(({ type, full_address }) => `${type} ${full_address}`),
  ])
}

function joined(facts: readonly (string | null | false)[]): string {
  return facts.filter(Boolean).join(" · ")
}
