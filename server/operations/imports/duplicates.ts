// Which planned matters may be in Foyer already, or stand twice in the file. One query finds every candidate, and the
// names, emails and numbers are compared here, so that a file of thousands of lines costs little more than a short one.
import { internationalForm } from "../../intake/contacts/phones.ts"
import { wordsOfName } from "../../intake/contacts/similar.ts"
import type { MatterState } from "../../intake/matters/list/filters.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { isClient } from "./people.ts"
import type { PlannedMatter } from "./plan.ts"

export interface Duplicate {
  planned: PlannedMatter
  /** The matter in Foyer, or the earlier line of the file. */
  existing: { matter_id: string; name: string; state: MatterState } | { line: number; name: string }
  /** The name, email or number they have in common. */
  shared: string
  /** The name agrees, and so does another detail, or the file says nothing that is not there already. */
  is_certain: boolean
  /** Whether the person of the line is a client of the existing matter, who can be given what is missing. */
  may_join: boolean
}

interface Known {
  existing: Duplicate["existing"]
  file_number: string
  people: KnownPerson[]
}

interface KnownPerson {
  names: string[]
  /** Many people share a first name. */
  has_full_name: boolean
  emails: string[]
  phones: string[]
  date_of_birth: string | null
  is_client: boolean
}

/** At most one for each planned matter: the existing one that agrees most. */
export async function findPlannedDuplicates(tx: Tx, matters: readonly PlannedMatter[]): Promise<Duplicate[]> {
  const registry = openRegistry()
  for (const known of await loadCandidates(tx, matters)) registry.add(known)
  const found: Duplicate[] = []
  for (const planned of matters) {
    const duplicate = registry.find(planned)
    if (duplicate) found.push(duplicate)
    registry.add(knownOf(planned))
  }
  return found
}

async function loadCandidates(tx: Tx, matters: readonly PlannedMatter[]): Promise<Known[]> {
  const texts = new Set<string>()
  const numbers = matters.map(({ file_number }) => file_number).filter(Boolean)
  for (const { people } of matters) {
    for (const { fields, emails } of people.filter(isClient)) {
      const { first_name, middle_name, last_name, suffix } = fields
      texts.add(`${first_name} ${last_name}`).add(`${last_name} ${first_name}`)
      texts.add([first_name, middle_name, last_name, suffix].join(" "))
      for (const { email } of emails) texts.add(email)
    }
  }
  const rows = await tx.all<Row>(sql`
    with wanted as materialized (select distinct ' ' || fold_text(text) as folded from unnest(${[...texts]}::text[]) as text),
         candidates as materialized (
           select e.matter_id from wanted w join search_entries e on e.folded = w.folded
            where e.kind in ('name', 'also_known_as', 'preferred_name', 'email')
           union
           select id from matters where file_number <> '' and file_number = any(${numbers}::text[]))
    select m.id as matter_id, m.name, m.state, m.file_number,
           (select jsonb_agg(jsonb_build_object(
              'first_name', c.first_name, 'last_name', c.last_name, 'full_name', c.full_name,
              'preferred_name', coalesce(c.preferred_name, ''), 'also_known_as', coalesce(c.also_known_as, ''),
              'date_of_birth', c.date_of_birth, 'is_client', c.is_client or c.relationship_type = '1MAIN',
              'emails', array(select lower(e.email) from email_addresses e where e.contact_id = c.id),
              'phones', array(select p.e164 from phone_numbers p where p.contact_id = c.id and p.e164 is not null)))
              from contacts c where c.matter_id = m.id) as people
      from candidates k join matters m on m.id = k.matter_id
     order by m.id`)
  return rows.map(({ people, file_number, ...existing }) => ({
    existing,
    file_number,
    people: people.map(({ first_name, last_name, full_name, preferred_name, also_known_as, ...person }) => ({
      ...person,
      has_full_name: first_name !== "" && last_name !== "",
      names: keysOf([
        `${first_name} ${last_name}`,
        full_name,
        preferred_name && `${preferred_name} ${last_name}`,
        also_known_as,
      ]),
    })),
  }))
}

interface Row {
  matter_id: string
  name: string
  state: MatterState
  file_number: string
  people: (Omit<KnownPerson, "names" | "has_full_name"> &
    Record<"first_name" | "last_name" | "full_name" | "preferred_name" | "also_known_as", string>)[]
}

/** More people of one name than this are not told apart by comparing each with each. */
const max_compared = 20

function openRegistry() {
  const index = new Map<string, Known[]>()
  const candidatesOf = (key: string) => (index.get(key) ?? []).slice(0, max_compared)
  return {
    add(known: Known): void {
      for (const key of keysOfMatter(known)) index.set(key, [...candidatesOf(key), known])
    },
    find(planned: PlannedMatter): Duplicate | undefined {
      const own = knownOf(planned)
      const candidates = new Set(keysOfMatter(own).flatMap(candidatesOf))
      const found = [...candidates].flatMap((known) => compare(planned, own, known) ?? [])
      return found.find(({ is_certain }) => is_certain) ?? found.find(({ may_join }) => may_join) ?? found[0]
    },
  }
}

function keysOfMatter({ people, file_number }: Known): string[] {
  const keys = people.flatMap(({ names, emails }) => [...names, ...emails])
  return [...new Set(file_number ? [...keys, `#${file_number.toLowerCase()}`] : keys)]
}

function compare(planned: PlannedMatter, own: Known, known: Known): Duplicate | undefined {
  const isSameNumber =
    own.file_number !== "" && own.file_number.toLowerCase() === known.file_number.toLowerCase()
  const { existing } = known
  let possible: Duplicate | undefined
  for (const person of own.people)
    for (const other of known.people) {
      const isSameName = person.names.some((name) => other.names.includes(name))
      const email = person.emails.find((one) => other.emails.includes(one))
      if (!isSameName && !email) continue
      const isCertain = isSameName && (isSameNumber || isConfirmed(person, other))
      const shared = isSameName ? nameOf(planned, own.people.indexOf(person)) : (email ?? "")
      const found = {
        planned,
        existing,
        shared,
        is_certain: isCertain,
        may_join: isSameName && other.is_client,
      }
      if (isCertain && found.may_join) return found
      if (!possible || (isSameName && !possible.may_join)) possible = { ...found, is_certain: false }
    }
  if (possible || !isSameNumber) return possible
  return { planned, existing, shared: own.file_number, is_certain: false, may_join: false }
}

/** Another detail agrees, or the file has first and last name and no other detail that could tell the two apart. */
function isConfirmed(person: KnownPerson, other: KnownPerson): boolean {
  if (person.date_of_birth && other.date_of_birth) return person.date_of_birth === other.date_of_birth
  const details = [...person.emails, ...person.phones]
  const known = new Set([...other.emails, ...other.phones])
  if (details.some((detail) => known.has(detail))) return true
  return details.length === 0 && !person.date_of_birth && person.has_full_name && other.has_full_name
}

function knownOf({ line, name, file_number, people }: PlannedMatter): Known {
  return {
    existing: { line, name },
    file_number,
    people: people.filter(isClient).map(({ fields, emails, phones }) => ({
      names: keysOf([
        `${fields.first_name} ${fields.last_name}`,
        [fields.first_name, fields.middle_name, fields.last_name, fields.suffix].join(" "),
      ]),
      has_full_name: fields.first_name !== "" && fields.last_name !== "",
      emails: emails.map(({ email }) => email.toLowerCase()),
      phones: phones.flatMap(({ number }) => internationalForm(number) ?? []),
      date_of_birth: fields.date_of_birth || null,
      is_client: true,
    })),
  }
}

function nameOf({ people }: PlannedMatter, at: number): string {
  const { first_name, last_name } = people.filter(isClient)[at]?.fields ?? { first_name: "", last_name: "" }
  return `${first_name} ${last_name}`.trim()
}

/** Names without case, accents and order. */
export function keysOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => wordsOfName(name).toSorted().join(" ")).filter(Boolean))]
}
