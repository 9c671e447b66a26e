import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { mustConfirmPartner, takingPartUrl } from "../../contacts/portal/clients/taking-part.tsx"
import { CorrectionLinks, openCorrections } from "../../corrections/portal/shown.tsx"
import { lockForEditing } from "../../matters/editing.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import type { RoutedRequest } from "../../portal/sections/section.tsx"
import type { Redirect, View } from "../../portal/view.tsx"
import { Incomplete, listSubmissions, submitMatter } from "../submissions.ts"
import { hasUnsentChanges } from "../unsent.ts"
import { afterField, showIncomplete } from "./check.tsx"
import { mailReceipt } from "./receipt.ts"

/** A form field with the ids of the open corrections that the warning listed. */
const warnedField = "warned"

/**
 * Submits the matter, or its changes. Idempotent: if the matter was submitted after the form was rendered and nothing
 * has changed since, redirects to that submission. Warns first if corrections are open.
 */
export async function sendAnswers(req: PageRequest, { form }: RoutedRequest): Promise<View | Redirect> {
  const { tx, parts, matter } = req
  await lockForEditing(tx, matter.id)
  if (mustConfirmPartner(req)) return { to: takingPartUrl }
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
 * The page that warns of open corrections before submitting. Undefined if none are open, if the form comes from this
 * page, or if required answers are missing, which is reported first.
 */
async function warnOfOpen(req: PageRequest, form: Form): Promise<View | undefined> {
  const open = await openCorrections(req)
  const warned = form[warnedField] ?? []
  if (open.every(({ id }) => warned.includes(id))) return undefined
  if ((await req.loaded.readiness()).missing.length > 0) return undefined
  const words = req.words.corrections
  return {
    title: words.before_title,
    status: 422,
    back: { href: "/portal/check" },
    body: (
      <>
        <PageHeading title={words.before_title} lede={words.before_lede(req.firm.name)} />
        <CorrectionLinks items={open} lang={req.lang} />
        <p>{words.still_open_lede}</p>
        <form method="post" action="/portal/submission">
          <input type="hidden" name={afterField} value={textOf(form, afterField) ?? "0"} />
          {open.map(({ id }) => (
            <input key={id} type="hidden" name={warnedField} value={id} />
          ))}
          <Actions>
            <LinkButton href="/portal#asked">{words.look_first}</LinkButton>
            <Button variant="secondary">{words.send_anyway}</Button>
          </Actions>
        </form>
      </>
    ),
  }
}
