import type { Condition } from "../../../definition/conditions/conditions.ts"
import type { Question } from "../../../definition/definition.ts"
import { takesAnswer } from "../../../definition/question-types.ts"

/** A page's questions, and the client they are about. */
export interface PlannedPage {
  path: string
  questions: readonly Question[]
  /** The client's contact id; null for questions asked once. */
  about: string | null
}

const max_on_a_page = 6

/**
 * A page for every question, together with the questions that depend on it; a notice goes on the page of the question
 * after it. Consecutive `each_client` questions get all their pages for one client, then for the other.
 */
export function planPages(questions: readonly Question[], clients: readonly string[]): PlannedPage[] {
  return runsOf(questions).flatMap((run) => {
    const groups = groupsOf(run)
    if (!run[0]?.each_client) return groups.map((group) => planned(group, null))
    return clients.flatMap((about) => groups.map((group) => planned(group, about)))
  })
}

/** The planned page of a question, about one client if `about` is set. */
export function findPlanned(
  questions: readonly Question[],
  clients: readonly string[],
  { question_id, about }: { question_id: string; about?: string | null | undefined },
): PlannedPage | undefined {
  return planPages(questions, clients).find(
    (page) => page.questions.some(({ id }) => id === question_id) && (about == null || page.about === about),
  )
}

/** A main page of a section, made of one or more planned pages. */
export interface JoinedPage extends PlannedPage {
  /** The pages it is made of: each also has its own path, which Change links lead to. */
  parts: readonly PlannedPage[]
}

/** Joins consecutive pages about the same client while they have few enough questions. */
export function joinPages(pages: readonly PlannedPage[]): JoinedPage[] {
  const joined: JoinedPage[] = []
  for (const page of pages) {
    const last = joined.at(-1)
    const questions = [...(last?.questions ?? []), ...page.questions]
    if (last && mayJoin(last, page) && questions.length <= max_on_a_page) {
      const path = last.parts.length === 1 ? `together/${last.path}` : last.path
      joined[joined.length - 1] = { ...last, path, questions, parts: [...last.parts, page] }
    } else joined.push({ ...page, parts: [page] })
  }
  return joined
}

/** File questions have their own page, and a computed value starts a page, after the answers it is computed from. */
function mayJoin(last: PlannedPage, { questions, about }: PlannedPage): boolean {
  const isFile = [...last.questions, ...questions].some(({ type }) => type === "file")
  return last.about === about && !isFile && questions[0]?.type !== "computed"
}

function planned(questions: readonly Question[], about: string | null): PlannedPage {
  const lead = questions[0]?.id ?? ""
  return { path: about ? `${lead}/${about}` : lead, questions, about }
}

/** Splits questions into runs of consecutive ones that are all asked once, or all of each client. */
function runsOf(questions: readonly Question[]): Question[][] {
  const runs: Question[][] = []
  for (const question of questions) {
    const run = runs.at(-1)
    if (run && run[0]?.each_client === question.each_client) run.push(question)
    else runs.push([question])
  }
  return runs
}

function groupsOf(run: readonly Question[]): Question[][] {
  const groups: Question[][] = []
  for (const question of run) {
    const group = groups.at(-1)
    if (group && group.length < max_on_a_page && belongsTo(group, question)) group.push(question)
    else groups.push([question])
  }
  return groups
}

function belongsTo(group: readonly Question[], { type, condition }: Question): boolean {
  if (type === "file" || type === "computed" || group.some((each) => each.type === "file")) return false
  if (group.every(({ type }) => !takesAnswer(type))) return true
  return condition !== undefined && group.some(({ id }) => refersTo(condition, id))
}

function refersTo(condition: Condition, question_id: string): boolean {
  if ("all" in condition) return condition.all.some((part) => refersTo(part, question_id))
  if ("any" in condition) return condition.any.some((part) => refersTo(part, question_id))
  if ("not" in condition) return refersTo(condition.not, question_id)
  return "question" in condition && condition.question === question_id
}
