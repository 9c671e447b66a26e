// The firm's own questions in its library. They have no conditions or formulas, because those refer to other questions
// of the questionnaire that a question was saved from.
import { isDeepStrictEqual } from "node:util"
import type { Question } from "../../definition/definition.ts"
import { max_bank_questions } from "../../definition/questions-file.ts"
import { textIn } from "../../definition/text.ts"
import { takeAdvisoryLock } from "../../platform/db/advisory-lock.ts"
import { json, sql, type Tx } from "../../platform/db/sql.ts"
import { badField, conflict, found } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import type { LibraryArea } from "./library.ts"

/** The firm's saved questions with their library ids, sorted by prompt. */
export async function listBankQuestions(tx: Tx): Promise<Question[]> {
  return questionsIn(
    await tx.all<Row>(sql`
      select id, question from bank_questions order by lower(prompt), id limit ${max_bank_questions}`),
  )
}

/** The firm's saved questions as an area of the library. */
export async function readBankArea(tx: Tx): Promise<LibraryArea> {
  const title = { en: "Our library", es: "Nuestra biblioteca" }
  return { area: "firm", title, questions: await listBankQuestions(tx) }
}

/** One saved question; throws "not found". */
export async function getBankQuestion(tx: Tx, id: string): Promise<Question> {
  const row = await tx.one<Row>(sql`select id, question from bank_questions where id = ${id}`)
  return { ...row.question, id: row.id }
}

/** Whether each question is already saved under the same prompt and type; `changed` if its other settings differ. */
export async function findSaved(
  tx: Tx,
  questions: readonly Question[],
): Promise<("same" | "changed" | "no")[]> {
  const rows = await tx.all<{ question: Row["question"] | null }>(sql`
    select b.question
      from unnest(${questions.map(({ type }) => type)}::text[], ${questions.map(wordsOf)}::text[])
           with ordinality as given (type, prompt, number)
      left join bank_questions b on b.type = given.type and md5(b.prompt) = md5(given.prompt)
     order by given.number`)
  return questions.map((question, index) => {
    const stored = rows[index]?.question
    if (!stored) return "no"
    return isDeepStrictEqual(stored, alone(question)) ? "same" : "changed"
  })
}

/**
 * Saves copies of questions. A copy replaces the saved question with the same prompt and type. Throws "bad request" for
 * a computed or blank question, and "conflict" if the library would be too large.
 */
export async function saveQuestions(tx: Tx, questions: readonly Question[]): Promise<void> {
  await takeAdvisoryLock(tx, "bank_questions")
  for (const question of questions) {
    const refusal = refusalOf(question)
    if (refusal) throw badField("save", "unknown_value", refusal)
    await tx.run(sql`
      insert into bank_questions (id, type, prompt, question, saved_at)
      values (${newId("bank_question")}, ${question.type}, ${wordsOf(question)}, ${json(alone(question))}, ${tx.now})
      on conflict (firm_id, type, md5(prompt)) do update
        set question = excluded.question, saved_by = excluded.saved_by, saved_at = excluded.saved_at`)
  }
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::integer as count from bank_questions`,
  )
  if (count > max_bank_questions) {
    throw conflict(
      "library_full",
      `The library can hold up to ${max_bank_questions} questions. Remove some that you no longer need.`,
    )
  }
}

/** Changes the texts; throws "bad request" if another question of the type has that prompt, or "not found". */
export async function changeBankQuestion(
  tx: Tx,
  id: string,
  words: Pick<Question, "prompt" | "help" | "why">,
): Promise<void> {
  await takeAdvisoryLock(tx, "bank_questions")
  const { help: _, why: __, ...stored } = await getBankQuestion(tx, id)
  const question = { ...stored, ...words }
  const [taken] = await tx.all(sql`
    select from bank_questions
     where type = ${question.type} and md5(prompt) = md5(${wordsOf(question)}::text) and id <> ${id}`)
  if (taken) {
    const message =
      "Your library already has a question of this type with this text. Change the text, or remove the other question."
    throw badField("prompt", "taken", message)
  }
  await tx.run(sql`
    update bank_questions set prompt = ${wordsOf(question)}, question = ${json(alone(question))} where id = ${id}`)
}

/** Removes a question from the library; throws "not found". Copies in drafts remain. */
export async function removeBankQuestion(tx: Tx, id: string): Promise<void> {
  found(await tx.maybe(sql`delete from bank_questions where id = ${id} returning id`))
}

/** Why a question cannot be saved; undefined if it can. */
export function refusalOf(question: Question): string | undefined {
  if (question.type === "computed")
    return "A value calculated from other questions cannot be saved without them. Save those questions instead."
  return wordsOf(question)
    ? undefined
    : "Enter the question first. The library finds questions by their text."
}

function wordsOf({ prompt }: Pick<Question, "prompt">): string {
  return textIn(prompt, "en").trim()
}

function alone({ id: _, condition: __, formula: ___, ...question }: Question): Omit<Question, "id"> {
  return question
}

interface Row {
  id: string
  question: Omit<Question, "id">
}

function questionsIn(rows: readonly Row[]): Question[] {
  return rows.map(({ id, question }) => ({ ...question, id }))
}
