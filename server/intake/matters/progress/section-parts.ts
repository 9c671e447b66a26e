// The parts a section requests, and whether the client gave each.
import {
  type Answers,
  type AnswerValue,
  answerKey,
  type Facts,
  isAnswered,
} from "../../../definition/conditions/conditions.ts"
import type { Section } from "../../../definition/definition.ts"
import { takesAnswer } from "../../../definition/kinds.ts"
import { fociInRows, fociOf } from "../../../definition/parts.ts"
import type { Text } from "../../../definition/text.ts"
import { fitsQuestion } from "../../../definition/values/values.ts"
import { areClientsNamed, type MissingDetails } from "../missing-details.ts"

export interface PartOfSection {
  /** The question, role or document; null for a whole section. */
  part: { id: string; label: Text } | null
  required: boolean
  given: boolean
}

export interface PartsRow extends Facts, MissingDetails {
  id: string
  questionnaire_id: string
  questionnaire_version: number
  answers: { question_id: string; about: string | null; value: AnswerValue | null }[]
  /** Roles with someone assigned, by `answerKey`, which names the client of a role that each client fills. */
  roles: string[]
  /** What clients want to talk about, by `answerKey`: it counts as given, as it does for submitting. */
  agenda: string[]
  /** The `answerKey` of each answer from before the marriage changed. */
  before_change: string[]
  /** Ids of parts that each of two clients answers alone. */
  alone: string[]
  /** The clients whose separate answers the viewer sees; null for both. */
  only_clients: string[] | null
  is_submitted: boolean
  /** Files and choices, by `answerKey`, which names the client for parts answered alone. */
  requests: string[]
  reviewed: string[]
}

/** The clients who answer a part separately, as far as the viewer sees them; null alone for any other part. */
export function sendersOf(
  id: string,
  { alone, clients, only_clients }: PartsRow,
): readonly (string | null)[] {
  return alone.includes(id) ? (only_clients ?? clients) : [null]
}

export function partsOf(
  section: Section,
  row: PartsRow,
  answers: Answers,
  visible: ReadonlySet<string>,
  in_doubt: ReadonlySet<string>,
): PartOfSection[] {
  const { clients, only_clients, roles, requests, reviewed, alone, agenda } = row
  switch (section.kind) {
    case "clients":
      return [{ part: null, required: false, given: areClientsNamed(section, row) }]
    case "questions":
      return section.questions
        .filter(({ type }) => takesAnswer(type))
        .flatMap((question) => {
          const { id, prompt, required, each_client } = question
          const fits = (value: AnswerValue | null | undefined) =>
            isAnswered(value) && (question.sensitive || fitsQuestion(question, value ?? ""))
          return (each_client ? (alone.includes(id) && only_clients) || clients : [null])
            .map((about) => answerKey(id, about))
            .filter((key) => visible.has(key))
            .map((key) => ({
              part: { id, label: prompt },
              required: required || in_doubt.has(key),
              given:
                (fits(answers[key]) && !in_doubt.has(key)) || requests.includes(key) || agenda.includes(key),
            }))
        })
    case "roles":
      return section.roles
        .filter(({ active }) => active)
        .flatMap((role) => {
          const { id, role_description, required = false } = role
          return fociOf(role, clients).map((focus) => ({
            part: { id, label: role_description },
            required,
            given:
              fociInRows(focus, clients[0]).some((about) => roles.includes(answerKey(id, about))) ||
              agenda.includes(answerKey(id, focus)),
          }))
        })
    case "documents":
      return section.requests
        .filter(({ id }) => visible.has(id))
        .flatMap(({ id, label, required }) =>
          sendersOf(id, row)
            .map((sender) => answerKey(id, sender))
            .map((key) => requests.includes(key) || agenda.includes(key))
            .map((given) => ({ part: { id, label }, required, given })),
        )
    case "assets":
    case "people":
      return [{ part: null, required: false, given: reviewed.includes(section.id) }]
  }
}
