import { lockForEditing } from "../../matters/editing.ts"
import type { Form } from "../../platform/http/pages.ts"
import { findMissing } from "../../submissions/missing.ts"
import { Incomplete, listSubmissions, submitMatter } from "../../submissions/submissions.ts"
import { hasUnsentChanges } from "../../submissions/unsent.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { openThings, ThingLinks } from "../corrections/shown.tsx"
import { textOf } from "../form.ts"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect, View } from "../view.tsx"
import { afterField, showIncomplete } from "./check.tsx"
import { mailReceipt } from "./receipt.ts"

/** The field with which a form says that the client was warned about this one. */
const warnedField = "warned"

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
    await mailReceipt(req, last !== undefined)
    return { to: submissionUrl(number) }
  } catch (error) {
    if (error instanceof Incomplete) return showIncomplete(req)
    throw error
  }
}

export function submissionUrl(number: number): string {
  return `/portal/submissions/${number}`
}

/**
 * The page that names what is still open before it is sent; undefined when nothing is, when the form comes from that
 * very page, and while something is missing, which has to be said first.
 */
async function warnOfOpen(req: PageRequest, form: Form): Promise<View | undefined> {
  const open = await openThings(req)
  const warned = form[warnedField] ?? []
  if (open.every(({ id }) => warned.includes(id))) return undefined
  if ((await findMissing(req.tx, req.parts.ring, req.matter.id)).length > 0) return undefined
  const words = req.words.corrections
  return {
    title: words.before_title,
    status: 422,
    back: { href: "/portal/check" },
    body: (
      <>
        <PageHeading title={words.before_title} lede={words.before_lede(req.firm.name)} />
        <ThingLinks things={open} />
        <p>{words.still_open_lede}</p>
        <form method="post" action="/portal/submission">
          <input type="hidden" name={afterField} value={textOf(form, afterField) ?? "0"} />
          {open.map(({ id }) => (
            <input key={id} type="hidden" name={warnedField} value={id} />
          ))}
          <Actions>
            <LinkButton href="/portal#asked">{words.look_first}</LinkButton>
            <Button look="secondary">{words.send_anyway}</Button>
          </Actions>
        </form>
      </>
    ),
  }
}
