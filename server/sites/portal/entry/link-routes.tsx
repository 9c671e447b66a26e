// "Send me my link": a page for each firm, which it may link to, and one for all firms together. Every page about a closed
// link offers one of them. Neither the response nor its timing reveals whether a firm knows the address.

import type { FastifyRequest } from "fastify"
import { faultSentence } from "../../../definition/faults/fault-sentences.ts"
import { parseEmail } from "../../../definition/values/email-and-phone.ts"
import { type Firm, findFirmAt, findFirmOfStranger } from "../../../firm/firms/firms.ts"
import { linkMailLimits, requireAttempt } from "../../../firm/users/sign-in/attempts.ts"
import {
  linkFormUrl,
  mailOwnLinks,
  mailOwnLinksOfAllFirms,
} from "../../../intake/matters/invitations/own-links.ts"
import type { View } from "../../../intake/portal/view.tsx"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import { openAfterwards } from "../../../platform/http/responses/afterwards.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { closedEntryView } from "./closed-entries.tsx"
import { LinkForm } from "./link-form.tsx"
import { sendEntryPage, showUnknown, wordsForStranger } from "./stranger-pages.ts"

const options = { config: { guard: "portal" as const }, schema: { hide: true } }

export function linkRoutes(app: App, parts: Parts): void {
  const afterwards = openAfterwards(app, parts.log)
  const mails = Boolean(parts.config.smtp_url)

  for (const url of [linkFormUrl(""), linkFormUrl(":place")]) {
    app.get(url, options, async (request, reply) => {
      const { isUnknown, firm } = await findFirm(request)
      if (isUnknown) return showUnknown(request, reply, parts)
      const { lang, words } = wordsForStranger(request, firm)
      const isSent = (request.query as { sent?: string }).sent === "yes"
      const view = !mails ? noMailView(firm, words) : isSent ? sentView(firm, words) : formView(firm, words)
      return sendEntryPage(request, reply, parts, firm, lang, view)
    })

    app.post(url, options, async (request, reply) => {
      const { isUnknown, firm } = await findFirm(request)
      if (isUnknown) return showUnknown(request, reply, parts)
      const { lang, words } = wordsForStranger(request, firm)
      if (!mails) return sendEntryPage(request, reply, parts, firm, lang, noMailView(firm, words))
      const typed = textOf((request.body ?? {}) as Form, "email") ?? ""
      const email = parseEmail(typed)
      if (email.kind !== "value") {
        const { links, entry } = words
        const error =
          email.kind === "fault" ? faultSentence(email.fault, entry.email_label, lang) : links.email_missing
        const again = formView(firm, words, { email: typed, error })
        return sendEntryPage(request, reply, parts, firm, lang, again)
      }
      await requireAttempt(parts, linkMailLimits(request.ip, networkOf(request.ip)))
      const recipient = { email: email.value, language: lang }
      afterwards("links not sent", () =>
        firm ? mailOwnLinks(parts, { firm, ...recipient }) : mailOwnLinksOfAllFirms(parts, recipient),
      )
      return reply.redirect(`${linkFormUrl(firm?.place ?? "")}?sent=yes`, 303)
    })
  }

  /** The firm in the path, or the only one; with several and none in the path, the page is for all of them. */
  async function findFirm(request: FastifyRequest): Promise<{ isUnknown: boolean; firm: Firm | undefined }> {
    const { place } = request.params as { place?: string }
    const firm =
      place === undefined ? await findFirmOfStranger(parts.db, "") : await findFirmAt(parts.db, place)
    return { isUnknown: place !== undefined && !firm, firm }
  }
}

function formView(firm: Firm | undefined, words: Words, typed?: { email: string; error: string }): View {
  const { title, lede } = words.links
  return {
    title,
    status: typed ? 422 : 200,
    errors: typed ? [{ href: "email", text: typed.error }] : [],
    body: (
      <>
        <PageHeading title={title} lede={lede(firm?.name)} />
        <LinkForm place={firm?.place ?? ""} words={words} typed={typed} />
      </>
    ),
  }
}

function sentView(firm: Firm | undefined, { links }: Words): View {
  return {
    title: links.sent_title,
    body: (
      <>
        <PageHeading title={links.sent_title} lede={links.sent(firm?.name)} />
        <p>{links.sent_nothing}</p>
        <p>
          <a href={linkFormUrl(firm?.place ?? "")}>{links.other_address}</a>
        </p>
      </>
    ),
  }
}

/** The page without a mail server: who to ask instead. */
function noMailView(firm: Firm | undefined, words: Words): View {
  const { title, unsent: text } = words.links
  return closedEntryView(words, { status: 200, title, text, contact: firm?.contact_line })
}
