import { answerKey } from "../../../../definition/conditions/conditions.ts"
import { questionsOf, rolesOf } from "../../../../definition/parts.ts"
import { classOf } from "../../../../definition/people/relationships.ts"
import { textIn } from "../../../../definition/text.ts"
import { countText } from "../../../../platform/text/count-text.ts"
import { joinWords } from "../../../../platform/text/joined-words.ts"
import { type MatterFacts, minorAge, nameOf } from "./facts-of-people.ts"
import type { Finding } from "./finding.ts"

export function findingsOfFamily(facts: MatterFacts): Finding[] {
  return [
    ...partnerMissing(facts),
    ...childrenDiffer(facts),
    ...answersInDoubt(facts),
    ...minorsWithoutGuardian(facts),
  ]
}

const together = { married: ["1MARR"], life_partner: ["1LIFP", "1ENGA"] } as const

function partnerMissing({ matter, people }: MatterFacts): Finding[] {
  const status = matter.contact_main_marital_status
  if (status !== "married" && status !== "life_partner") return []
  const codes: readonly string[] = together[status]
  if (matter.contact_spouse_id || people.some((person) => codes.includes(person.relationship_type))) return []
  const sentence = partnerSentence(status, matter)
  return [{ code: "partner_missing", where: { contact_id: matter.contact_main_id }, sentence }]
}

function partnerSentence(
  status: keyof typeof together,
  { client_type, contact_main_status }: MatterFacts["matter"],
): string {
  if (client_type === "representative" && contact_main_status === "deceased") {
    return status === "married"
      ? "The person who has died was married, and no spouse is among the people."
      : "The person who has died had a life partner, who is not among the people."
  }
  const who = client_type === "representative" ? "The person the matter is about" : "The main client"
  return status === "married"
    ? `${who} is married, and no spouse is among the people.`
    : `${who} has a life partner, who is not among the people.`
}

function childrenDiffer({ matter, people }: MatterFacts): Finding[] {
  const answered = matter.number_of_children
  const listed = people.filter((person) => classOf(person.relationship_type) === 2).length
  if (answered === null || answered === listed) return []
  const sentence = `The answer to the number of children is ${answered}, and ${countText(listed, "child is", "children are")} among the people.`
  return [{ code: "children_differ", where: { contact_id: matter.contact_main_id }, sentence }]
}

/** One finding for all answers, until the client has kept or changed each. */
function answersInDoubt({ definition, visible, clients, matter, people, in_doubt }: MatterFacts): Finding[] {
  const questions = questionsOf(definition).flatMap(({ id, prompt }) =>
    [null, ...clients].flatMap((about) => {
      const key = answerKey(id, about)
      if (!in_doubt.has(key) || !visible.has(key)) return []
      const person = clients.length > 1 && people.find((each) => each.id === about)
      return `“${textIn(prompt, "en")}”${person ? ` (${nameOf(person)})` : ""}`
    }),
  )
  if (questions.length === 0) return []
  const answers = countText(questions.length, "answer was", "answers were")
  const sentence = `${answers} given before the marital status, or who takes part, changed: ${joinWords(questions, "en-US")}. The client is asked to keep or change ${questions.length === 1 ? "it" : "them"}.`
  return [{ code: "answers_in_doubt", where: { contact_id: matter.contact_main_id }, sentence }]
}

/** Firms word their own roles, so a role counts as a guardian's by its name in either language of the portal. */
const namesGuardian = /\bguardians?\b|\btutor(a|es|as)?\b/i

/**
 * One finding for all the children, at the first listed: naming one guardian resolves it for all. It also applies where
 * the guardians' section is hidden, for instance because the client answered there are no minors.
 */
function minorsWithoutGuardian(facts: MatterFacts): Finding[] {
  const roles = rolesOf(facts.definition).filter(
    ({ active, role_description }) =>
      active &&
      (namesGuardian.test(textIn(role_description, "en")) ||
        namesGuardian.test(textIn(role_description, "es"))),
  )
  const [role] = roles
  if (!role || facts.assignments.some(({ role_id }) => roles.some(({ id }) => id === role_id))) return []
  const minors = facts.people.flatMap((person) => {
    const age = classOf(person.relationship_type) === 2 ? minorAge(person, facts) : undefined
    return age === undefined
      ? []
      : [{ id: person.id, name: nameOf(person), age: age === 0 ? "not yet 1" : age }]
  })
  const [first, ...others] = minors
  if (!first) return []
  const who =
    others.length === 0
      ? `${first.name} is ${first.age}`
      : `${joinWords(
          minors.map(({ name, age }) => `${name} (${age})`),
          "en-US",
        )} are minors`
  const sentence = `${who}, and no one is named as “${textIn(role.role_description, "en")}”.`
  return [{ code: "minor_without_guardian", where: { contact_id: first.id }, sentence }]
}
