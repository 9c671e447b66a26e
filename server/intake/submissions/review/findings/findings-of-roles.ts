import type { Role } from "../../../../definition/definition.ts"
import { fociOf, rolesOf } from "../../../../definition/parts.ts"
import { textIn } from "../../../../definition/text.ts"
import { joinWords } from "../../../../platform/text/joined-words.ts"
import type { PersonRow } from "../../../contacts/contacts.ts"
import { levelsAsStored, rowsOf } from "../../../roles/roles.ts"
import {
  formerPartner,
  isDeceased,
  type MatterFacts,
  minorAge,
  nameOf,
  stayingInWords,
} from "./facts-of-people.ts"
import type { Finding, FindingCode } from "./finding.ts"

/** Findings about people who serve although deceased, divorced, a minor or a client, and roles without a successor. */
export function findingsOfRoles(facts: MatterFacts): Finding[] {
  return rolesOf(facts.definition)
    .filter(({ id, active }) => active && facts.visible.has(id))
    .flatMap((role) => fociOf(role, facts.clients).flatMap((focus) => findingsOfRole(role, focus, facts)))
}

function findingsOfRole(role: Role, focus: string | null, facts: MatterFacts): Finding[] {
  const rows = rowsOf(facts.assignments, role.id, focus, facts.clients[0])
  const levels = levelsAsStored(rows).filter((contacts) => contacts.length > 0)
  const title = titleOf(role, focus, facts)
  const where = { role_id: role.id, focus_contact_id: focus }
  const serving = rows.flatMap(({ contact_id }) => facts.people.find(({ id }) => id === contact_id) ?? [])
  const findings = serving.flatMap((person) =>
    objectionsTo(person, role, facts).map(
      ({ code, fact }): Finding => ({
        code,
        where,
        sentence: `${nameOf(person)}, chosen as ${title}, ${fact}.${stayingInWords(person, { kind: "role", id: role.id, about: focus }, facts)}`,
      }),
    ),
  )
  const [first] = levels
  if (role.levels > 1 && levels.length === 1 && first) {
    const sentence = `No one succeeds ${namesOf(first, facts)} as ${title}.`
    findings.push({ code: "successor_missing", where, sentence })
  }
  return findings
}

function objectionsTo(
  person: PersonRow,
  role: Role,
  facts: MatterFacts,
): { code: FindingCode; fact: string }[] {
  if (isDeceased(person, facts)) return [{ code: "serves_deceased", fact: "is deceased" }]
  const former = formerPartner(person, facts)
  const age = minorAge(person, facts)
  return [
    ...(role.not_clients && facts.clients.includes(person.id)
      ? [{ code: "serves_client" as const, fact: "is a client, for whom others should serve" }]
      : []),
    ...(former ? [{ code: "serves_divorced" as const, fact: `is a ${former}` }] : []),
    ...(age === undefined
      ? []
      : [{ code: "serves_minor" as const, fact: age === 0 ? "is not yet 1" : `is ${age}` }]),
  ]
}

function titleOf(role: Role, focus: string | null, { people }: MatterFacts): string {
  const about = people.find(({ id }) => id === focus)
  return `“${textIn(role.role_description, "en")}”${about ? ` for ${nameOf(about)}` : ""}`
}

function namesOf(ids: readonly string[], { people }: MatterFacts): string {
  return joinWords(people.filter(({ id }) => ids.includes(id)).map(nameOf), "en-US")
}
