import type { Condition } from "../../definition/conditions.ts"
import { type Question, takesAnswer } from "../../definition/definition.ts"

/** Which questions share a page, and of whom they are asked. */
export interface PlannedPage {
  path: string
  questions: readonly Question[]
  /** The client the page is about; null for questions asked once. */
  about: string | null
}

const max_on_a_page = 6

/**
 * A page for every question, with the questions that depend on it below; a notice stands above what follows it.
 * Questions of each client that stand together are asked of one client after the other.
 */
export function planPages(questions: readonly Question[], clients: readonly string[]): PlannedPage[] {
  return runsOf(questions).flatMap((run) => {
    const groups = groupsOf(run)
    if (!run[0]?.each_client) return groups.map((group) => planned(group, null))
    return clients.flatMap((about) => groups.map((group) => planned(group, about)))
  })
}

/** The page of its own on which a question is asked, of one client where it says so. */
export function findPlanned(
  questions: readonly Question[],
  clients: readonly string[],
  { question_id, about }: { question_id: string; about?: string | null | undefined },
): PlannedPage | undefined {
  return planPages(questions, clients).find(
    (page) => page.questions.some(({ id }) => id === question_id) && (about == null || page.about === about),
  )
}

/** A page on the way through a section: alone, or made of several that stand together. */
export interface WalkedPage extends PlannedPage {
  /** The pages it is made of: each has an address of its own, to change one answer. */
  parts: readonly PlannedPage[]
}

/** The same, with neighbors that are asked of the same people on one page, as far as they have room there. */
export function joinPages(pages: readonly PlannedPage[]): WalkedPage[] {
  const joined: WalkedPage[] = []
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

/** Files have a page of their own, and what is worked out from answers comes after the page that asks for them. */
function mayJoin(last: PlannedPage, { questions, about }: PlannedPage): boolean {
  const isFile = [...last.questions, ...questions].some(({ type }) => type === "file")
  return last.about === about && !isFile && questions[0]?.type !== "computed"
}

function planned(questions: readonly Question[], about: string | null): PlannedPage {
  const lead = questions[0]?.id ?? ""
  return { path: about ? `${lead}/${about}` : lead, questions, about }
}

/** Neighbors that are asked alike: once, or of each client. */
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
