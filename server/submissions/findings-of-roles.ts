import type { PersonRow } from "../contacts/contacts.ts"
import type { Role } from "../definition/definition.ts"
import { rolesOf } from "../definition/parts.ts"
import { textIn } from "../definition/text.ts"
import { joinWords } from "../platform/joined-words.ts"
import { fociOf, levelsAsStored, rowsOf } from "../roles/roles.ts"
import { formerPartner, isDeceased, type MatterFacts, minorAge, nameOf } from "./facts-of-people.ts"
import type { Finding, FindingCode } from "./finding.ts"

/** Findings about people who serve although deceased, divorced or a minor, and roles without a successor. */
export function findingsOfRoles(of: MatterFacts): Finding[] {
  return rolesOf(of.definition)
    .filter(({ id, active }) => active && of.visible.has(id))
    .flatMap((role) => fociOf(role, of.clients).flatMap((focus) => findingsOfRole(role, focus, of)))
}

function findingsOfRole(role: Role, focus: string | null, of: MatterFacts): Finding[] {
  const rows = rowsOf(of.assignments, role.id, focus, of.clients[0])
  const levels = levelsAsStored(rows).filter((contacts) => contacts.length > 0)
  const title = titleOf(role, focus, of)
  const where = { role_id: role.id, focus_contact_id: focus }
  const serving = rows.flatMap(({ contact_id }) => of.people.find(({ id }) => id === contact_id) ?? [])
  const findings = serving.flatMap((person) =>
    objectionsTo(person, of).map(
      ({ code, fact }): Finding => ({
        code,
        where,
        sentence: `${nameOf(person)}, chosen as ${title}, ${fact}.`,
      }),
    ),
  )
  const [first] = levels
  if (role.levels > 1 && levels.length === 1 && first) {
    const sentence = `No one succeeds ${namesOf(first, of)} as ${title}.`
    findings.push({ code: "successor_missing", where, sentence })
  }
  return findings
}

function objectionsTo(person: PersonRow, of: MatterFacts): { code: FindingCode; fact: string }[] {
  if (isDeceased(person, of)) return [{ code: "serves_deceased", fact: "is deceased" }]
  const former = formerPartner(person, of)
  const age = minorAge(person, of)
  return [
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
