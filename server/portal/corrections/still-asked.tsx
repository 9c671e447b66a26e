// What is still open when the client wants to send: named on the check page, and once more before it is sent.
import type { Form } from "../../platform/http/pages.ts"
import { findMissing } from "../../submissions/missing.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { textOf } from "../form.ts"
import type { PageRequest } from "../page-request.ts"
import type { View } from "../view.tsx"
import { type AskedThing, askedThings } from "./asked.ts"

/** The field with which a form says what had been sent when it was shown. */
export const afterField = "after"

/** The field with which a form says that the client was warned about this one. */
const warnedField = "warned"

/** On the check page: what the firm asked about that nobody has looked at. */
export async function stillAsked(req: PageRequest) {
  const open = await openThings(req)
  if (open.length === 0) return null
  const words = req.words.corrections
  return (
    <Card title={words.still_open(req.firm.name, open.length)} id="asked">
      <p>{words.still_open_lede}</p>
      <ThingLinks things={open} />
    </Card>
  )
}

/**
 * The page that names what is still open before it is sent; undefined when nothing is, when the form comes from that
 * very page, and while something is missing, which has to be said first.
 */
export async function warnOfOpen(req: PageRequest, form: Form): Promise<View | undefined> {
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

async function openThings(req: PageRequest): Promise<AskedThing[]> {
  return (await askedThings(req)).filter(({ state }) => state === "open")
}

function ThingLinks({ things }: { things: readonly AskedThing[] }) {
  return (
    <ul>
      {things.map(({ id, href, title, words }) => (
        <li key={id}>
          {href ? <a href={href}>{title}</a> : <strong>{title}</strong>}
          <p class="long-text">{words}</p>
        </li>
      ))}
    </ul>
  )
}
