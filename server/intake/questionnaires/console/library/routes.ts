// Pages of the firm's library. The import form is registered with the other file forms, in ../import-page.tsx.
import type { Console } from "../../../../web/console/routing.ts"
import { bankFile, bankPage, bankUrl } from "./list-page.tsx"
import { savedQuestion, savedQuestionRemoval } from "./question-page.tsx"

export function bankPages(console: Console): void {
  const author = { author: true }
  const one = `${bankUrl}/:bank_question_id`
  console.page(bankUrl, bankPage, author)
  console.page(`${bankUrl}/questions.json`, bankFile, author)
  console.form(one, savedQuestion, author)
  console.form(`${one}/removal`, savedQuestionRemoval, author)
}
