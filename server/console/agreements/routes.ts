// Pages to list, create and edit agreements.
import type { Console } from "../routing.ts"
import { createPage, editPage, saveAgreement, saveNewAgreement, storedAgreement } from "./edit-page.tsx"
import { agreementsPage, home } from "./list-page.tsx"

const author = { author: true } as const

export function agreementPages(console: Console): void {
  console.page(home, agreementsPage, author)
  console.form(`${home}/new`, { show: createPage, act: saveNewAgreement }, author)
  const edit = { show: editPage, act: saveAgreement, stored: storedAgreement }
  console.form(`${home}/:agreement_id`, edit, author)
}
