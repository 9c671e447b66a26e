import { lockForEditing } from "../../matters/editing.ts"
import { Incomplete, listSubmissions, submitMatter } from "../../submissions/submissions.ts"
import { hasUnsentChanges } from "../../submissions/unsent.ts"
import { afterField, warnOfOpen } from "../corrections/still-asked.tsx"
import { textOf } from "../form.ts"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect, View } from "../view.tsx"
import { showIncomplete } from "./check.tsx"

/**
 * Sends the matter, for the first time or again. Pressing twice sends once: what the form had not seen was sent by
 * the first press, or by the other client, and unless something has changed since, that is the answer. While the firm
 * asks about something, that is named first.
 */
export async function sendAnswers(req: PageRequest, { form }: RoutedRequest): Promise<View | Redirect> {
  const { tx, parts, matter } = req
  await lockForEditing(tx, matter.id)
  const [last] = await listSubmissions(tx, matter.id)
  const seen = Number(textOf(form, afterField) ?? 0)
  if (last && last.number > seen && !(await hasUnsentChanges(tx, matter.id)))
    return { to: submissionUrl(last.number) }
  const warning = await warnOfOpen(req, form)
  if (warning) return warning
  try {
    const { number } = await submitMatter(tx, parts.ring, matter.id)
    return { to: submissionUrl(number) }
  } catch (error) {
    if (error instanceof Incomplete) return showIncomplete(req)
    throw error
  }
}

export function submissionUrl(number: number): string {
  return `/portal/submissions/${number}`
}
