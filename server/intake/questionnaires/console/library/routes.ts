// Pages of the library. Files are imported on ../import-page.tsx.
import type { Console } from "../../../../web/console/routing.ts"
import { addFromLibrary, bankFile, bankUrl, libraryPage } from "./library-page.tsx"
import { removeSavedQuestion, savedQuestion } from "./question-page.tsx"

export function libraryPages(console: Console): void {
  const author = { author: true }
  const one = `${bankUrl}/:bank_question_id`
  console.form(bankUrl, { show: libraryPage, act: addFromLibrary }, { ...author, audit: "nothing" })
  console.page(`${bankUrl}/questions.json`, bankFile, author)
  console.form(one, savedQuestion, author)
  console.action(`${one}/removal`, removeSavedQuestion, author)
}
