import { contactOf } from "../../contacts/contacts.ts"
import type { LoadedMatter } from "../loaded-matter.ts"
import { listApproximateDates } from "./approximate-dates.ts"
import type { Compared, ComparedPart } from "./differences.ts"

/**
 * These parts of the matter as it is now, to compare with a submission. Names of people are missing where only words
 * need them. Throws "not found".
 */
export async function readCompared(loaded: LoadedMatter, parts: readonly ComparedPart[]): Promise<Compared> {
  const { shown } = loaded
  const isOf = (...some: ComparedPart[]) => some.some((part) => parts.includes(part))
  const [matter, people, assets, roles, documents, financial_documents, answers, approximate_dates] =
    await Promise.all([
      loaded.row(),
      isOf("contacts", "roles", "answers") ? loaded.people() : [],
      isOf("assets") ? shown.assets() : [],
      isOf("roles") ? shown.roles() : [],
      isOf("documents") ? shown.documents() : [],
      isOf("financial_documents") ? shown.financialDocuments() : [],
      isOf("answers") ? shown.answers() : [],
      isOf("contacts") ? listApproximateDates(loaded) : [],
    ])
  const contacts = people.map(contactOf)
  return { matter, contacts, assets, roles, documents, financial_documents, answers, approximate_dates }
}
