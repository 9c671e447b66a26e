import { Value } from "typebox/value"
import type { Question } from "../../definition/definition.ts"
import { LoneQuestion, max_bank_questions, QuestionsFile } from "../../definition/questions-file.ts"
import { textIn } from "../../definition/text.ts"
import type { Fault } from "../../platform/errors.ts"
import { refusalOf } from "./bank.ts"
import { withFreshIds } from "./editing/fresh-ids.ts"
import { fault, faultsOf, isRecord, max_faults, parseFile } from "./editing/importing.ts"
import { lintDefinition } from "./linting/linter.ts"

/** Questions as a file for import, ending in a line feed. */
export function writeQuestionsFile(questions: readonly Question[]): string {
  const file = { format: "foyer-questions-1", questions }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Whether a file has questions for the library, rather than a questionnaire. */
export function isQuestionsFile(text: string): boolean {
  const parsed = parseFile(text)
  return "data" in parsed && isRecord(parsed.data) && "questions" in parsed.data
}

/** Reads questions from the text of a file; returns all faults, each naming its question. */
export function readQuestionsFile(text: string): { questions: Question[] } | { faults: Fault[] } {
  const parsed = parseFile(text)
  if ("faults" in parsed) return parsed
  const { data } = parsed
  if (!Value.Check(QuestionsFile, data)) return { faults: shapeFaults(data).slice(0, max_faults) }
  const faults = contentFaults(data.questions)
  return faults.length > 0 ? { faults: faults.slice(0, max_faults) } : { questions: data.questions }
}

function shapeFaults(data: unknown): Fault[] {
  if (!isRecord(data))
    return [fault("The file contains no questions. Choose a file that was exported from Foyer.")]
  const { questions, ...head } = data
  const faults = faultsOf(QuestionsFile.properties.format, head.format, "format")
  for (const name of Object.keys(head).filter((name) => name !== "format"))
    faults.push(fault(`“${name}” does not belong in the file. Remove it.`))
  if (!Array.isArray(questions) || questions.length === 0)
    return [...faults, fault("“questions” must contain a list of questions.")]
  if (questions.length > max_bank_questions)
    return [
      ...faults,
      fault(`The file contains ${questions.length} questions, but the maximum is ${max_bank_questions}.`),
    ]
  return faults.concat(
    questions.flatMap((question: unknown, index) => faultsOf(LoneQuestion, question, `questions[${index}]`)),
  )
}

/** The linter's errors in each question, and duplicates. */
function contentFaults(questions: readonly Question[]): Fault[] {
  const section = { id: "section", kind: "questions" as const, title: "Questions", questions: [...questions] }
  const clients = { id: "clients", kind: "clients" as const, title: "You", with_partner: true, fields: {} }
  const { definition } = withFreshIds({ sections: [clients, section] })
  const [, fresh] = definition.sections
  const ids = fresh?.kind === "questions" ? fresh.questions.map(({ id }) => id) : []
  const findings = lintDefinition(definition).filter(({ severity }) => severity === "error")
  const seen = new Map<string, number>()
  return questions.flatMap((question, index) => {
    const refusal = refusalOf(question)
    const found = findings.filter(({ where }) => where === ids[index]).map(({ message }) => message)
    const own = refusal ? [refusal] : found
    const key = `${question.type} ${textIn(question.prompt, "en").trim()}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else own.push(`It has the same text and type as “questions[${first}]”. Remove one of them.`)
    return own.map((message) => fault(`“questions[${index}]”: ${message}`))
  })
}
