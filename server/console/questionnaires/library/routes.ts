// The firm's own questions; the import of more stands with the other forms that take files (../import-page.tsx).
import type { Console } from "../../routing.ts"
import { bankFile, bankPage, bankUrl } from "./list-page.tsx"
import { changeWords, removalPage, removeQuestion, storedWords, wordsPage } from "./question-page.tsx"

export function bankPages(console: Console): void {
  const author = { author: true }
  const one = `${bankUrl}/:bank_question_id`
  console.page(bankUrl, bankPage, author)
  console.page(`${bankUrl}/questions.json`, bankFile, author)
  console.form(one, { show: wordsPage, act: changeWords, stored: storedWords }, author)
  console.form(`${one}/removal`, { show: removalPage, act: removeQuestion }, author)
}
