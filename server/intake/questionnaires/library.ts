// The questions that come with Foyer, by area of law, for authors to add to a questionnaire. They do not depend on one
// another, so any of them can be added alone. Their ids in the file are keys; a copy gets a new id.
import { readFileSync } from "node:fs"
import type { Definition, Question } from "../../definition/definition.ts"
import { type Text, textIn } from "../../definition/text.ts"
import { normalized } from "../../definition/values/typed-text.ts"
import { withPartPlaced, withSection } from "./editing/editing.ts"
import { withFreshIds } from "./editing/fresh-ids.ts"

export interface LibraryArea {
  area: string
  title: Text
  questions: Question[]
}

let areas: readonly LibraryArea[] | undefined

/** All areas with their questions, in the order of the file. */
export function listLibrary(): readonly LibraryArea[] {
  areas ??= JSON.parse(
    readFileSync(new URL("library/questions.json", import.meta.url), "utf8"),
  ) as LibraryArea[]
  return areas
}

/** The questions that contain every word, in either language, ignoring case and accents. A blank `area` means all. */
export function searchLibrary(
  words: string,
  area = "",
  library: readonly LibraryArea[] = listLibrary(),
): readonly LibraryArea[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return library
    .filter((each) => area === "" || each.area === area)
    .map((each) => ({
      ...each,
      questions: each.questions.filter((question) => {
        const text = plain(textsOf(each.title, question.prompt, question.help, question.why))
        return wanted.every((word) => text.includes(word))
      }),
    }))
    .filter(({ questions }) => questions.length > 0)
}

/** Adds copies of these questions, with new ids, to a section: before one of its parts, or at its end. */
export function withLibraryQuestions(
  definition: Definition,
  section_id: string,
  chosen: readonly Question[],
  before?: string,
): { definition: Definition; questions: Question[] } {
  const section = { id: "section", kind: "questions" as const, title: "", questions: [...chosen] }
  const fresh = withFreshIds(withSection({ sections: [] }, section)).definition.sections[0]
  const questions = fresh?.kind === "questions" ? fresh.questions : []
  return {
    questions,
    definition: questions.reduce(
      (given, question) => withPartPlaced(given, section_id, question, before),
      definition,
    ),
  }
}

function textsOf(...texts: (Text | undefined)[]): string {
  return texts.map((text) => `${textIn(text, "en")} ${textIn(text, "es")}`).join(" ")
}

function plain(text: string): string {
  return normalized(text, "NFD").replace(/\p{M}/gu, "").toLowerCase()
}
