import type { AnswerValue } from "../../definition/conditions/conditions.ts"
import type { Question } from "../../definition/definition.ts"
import { faultSentence } from "../../definition/faults/fault-sentences.ts"
import type { Fault } from "../../definition/faults/faults.ts"
import { questionsOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { parseAnswer, type RawAnswer } from "../../definition/values/values.ts"
import type { Tx } from "../../platform/db/database.ts"
import { readFirmDay } from "../../platform/db/firm-day.ts"
import { sql } from "../../platform/db/sql.ts"
import { badRequest } from "../../platform/errors.ts"
import type { Visibility } from "../matters/progress/visibility.ts"

export interface GivenAnswer {
  question_id: string
  /** The client that a per-client question is about. */
  about?: string | null
  value: RawAnswer | boolean
}

/**
 * The value to store; undefined when the form left the question out, so nothing changes. Throws "bad request" for a
 * question or client that is not the matter's, and for an unreadable value.
 */
export async function acceptAnswer(
  tx: Tx,
  matter_id: string,
  { definition, facts }: Visibility,
  { question_id, about = null, value }: GivenAnswer,
): Promise<{ value: AnswerValue | null; sensitive: boolean } | undefined> {
  const question = questionsOf(definition).find(({ id }) => id === question_id)
  if (!question) throw refusal("question_id", "unknown_value", "This questionnaire has no such question.")
  if (question.each_client ? !facts.clients.includes(about ?? "") : about !== null) {
    const message = question.each_client
      ? "Specify which client of the matter this answer is about."
      : "This question is asked once, not for each client."
    throw refusal("about", "unknown_value", message)
  }
  // The firm's date: the best guess for the client's own.
  const today = question.type === "date" ? await readFirmDay(tx) : ""
  const raw = typeof value === "boolean" ? (value ? "yes" : "no") : value
  const parsed = parseAnswer(question, raw, today, "stored")
  const { sensitive } = question
  switch (parsed.kind) {
    case "absent":
      return undefined
    case "empty":
      return { value: null, sensitive }
    case "fault":
      throw faultOf(question, parsed.fault)
    case "value":
      if (question.type === "contact") await checkPerson(tx, matter_id, question, parsed.value)
      return { value: parsed.value, sensitive }
    default:
      return parsed satisfies never
  }
}

async function checkPerson(tx: Tx, matter_id: string, question: Question, value: AnswerValue): Promise<void> {
  const person = await tx.maybe(
    sql`select id from contacts where id = ${String(value)} and matter_id = ${matter_id}`,
  )
  if (!person) throw faultOf(question, { code: "person_unknown" })
}

function faultOf(question: Question, fault: Fault) {
  return refusal("value", fault.code, faultSentence(fault, textIn(question.prompt, "en"), "en"))
}

function refusal(param: string, code: string, message: string) {
  return badRequest([{ param, code, message }])
}
