// Pages to list, create and edit agreements.
import type { Console } from "../../../web/console/routing.ts"
import { agreementForm, newAgreementForm } from "./form.tsx"
import { agreementsPage, home } from "./list-page.tsx"

const author = { author: true } as const

export function agreementPages(console: Console): void {
  console.page(home, agreementsPage, author)
  console.form(`${home}/new`, newAgreementForm, author)
  console.form(`${home}/:agreement_id`, agreementForm, author)
}
