// The public start page of a questionnaire, where people ask to become clients. An emailed code confirms the address
// before anything reaches the firm. The firm receives an inquiry, not a matter.

import type { FastifyReply, FastifyRequest } from "fastify"
import { codeDigits } from "../../../definition/values/digits.ts"
import { claimPress, digestOf, keepResponse } from "../../../firm/access/accepted-forms.ts"
import { formIdField } from "../../../firm/access/owner-field.ts"
import { recordAudit } from "../../../firm/audit/audit.ts"
import { type Firm, findFirmAt } from "../../../firm/firms/firms.ts"
import { displayedTextOf } from "../../../firm/firms/start-page-text.ts"
import { inquiryCodeLimit, requireAttempt, startPageLimits } from "../../../firm/users/sign-in/attempts.ts"
import { recordInquiry } from "../../../follow-up/inquiries/inquiries.ts"
import { mailInquiryCode } from "../../../follow-up/inquiries/mails.ts"
import { sourceIn } from "../../../follow-up/inquiries/sources.ts"
import { notifyOfInquiry } from "../../../intake/notifications/notify.ts"
import type { View } from "../../../intake/portal/view.tsx"
import { findStartPage, startPageUrl } from "../../../intake/questionnaires/start-page.ts"
import type { Parts } from "../../../parts.ts"
import { Failure } from "../../../platform/errors.ts"
import type { App } from "../../../platform/http/app.ts"
import { networkOf } from "../../../platform/http/requests/network.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { newId } from "../../../platform/ids.ts"
import { newDigitCode } from "../../../platform/secrets/tokens.ts"
import { textOf } from "../../../web/portal/form.ts"
import { sendEntryPage, wordsForStranger } from "../entry/stranger-pages.ts"
import { parseInquiryForm } from "./inquiry-form.ts"
import { codeView, formView, noMailView, receivedView, unknownView } from "./pages.tsx"
import { isTooFast, openPending, type PendingInquiry, sealPending, signShownTime } from "./pending-inquiry.ts"
import type { StartPage } from "./start-page.ts"

const url = startPageUrl(":place", ":short_name")
const options = { config: { guard: "portal" as const }, schema: { hide: true } }

export function startRoutes(app: App, parts: Parts): void {
  const { db, ring } = parts

  app.get(url, options, (request, reply) =>
    withStartPage(request, reply, parts, async (page) => {
      if ((request.query as { sent?: string }).sent === "yes") return receivedView(page)
      return formView(page, { shown: signShownTime(ring, db.clock()) })
    }),
  )

  app.post(url, options, (request, reply) =>
    withStartPage(request, reply, parts, async (page) => {
      const form = (request.body ?? {}) as Form
      const again = openPending(ring, textOf(form, "pending") ?? "", db.clock())
      const parsed =
        again?.firm_id === page.firm.id ? { inquiry: again.inquiry } : parseInquiryForm(form, page)
      const shown = signShownTime(ring, db.clock())
      if ("faults" in parsed) return formView(page, { shown, form, faults: parsed.faults })
      const isBot = textOf(form, "website") || isTooFast(ring, textOf(form, "shown") ?? "", db.clock())
      if (!again && isBot) return formView(page, { shown, form, notice: page.words.start.once_more })
      const { own_text } = page
      // The firm changed its text while the page was open, so the person has not read it.
      if (!again && (own_text?.mark ?? "") !== (textOf(form, "own_text") ?? ""))
        return formView(page, { shown, form, notice: page.words.start.text_changed })
      const accepted_text = again
        ? again.inquiry.accepted_text
        : own_text && { text: own_text.text, at: db.clock().toISOString() }
      const { email } = parsed.inquiry
      await requireAttempt(
        parts,
        startPageLimits({ ip: request.ip, network: networkOf(request.ip), firm_id: page.firm.id, email }),
      )
      const { id, code } = await mailCodeOnce(parts, page, email, form)
      const inquiry = { ...parsed.inquiry, id, accepted_text }
      return codeView(page, email, sealPending(ring, { firm_id: page.firm.id, inquiry, code }, db.clock()))
    }),
  )

  app.post(`${url}/code`, options, (request, reply) =>
    withStartPage(request, reply, parts, async (page) => {
      const form = (request.body ?? {}) as Form
      const sealed = textOf(form, "pending") ?? ""
      const pending = openPending(ring, sealed, db.clock())
      if (pending?.firm_id !== page.firm.id)
        return formView(page, { shown: signShownTime(ring, db.clock()), notice: page.words.start.over })
      const { inquiry } = pending
      const typed = codeDigits(textOf(form, "code") ?? "")
      if (typed === "") return codeView(page, inquiry.email, sealed, page.words.entry.code_missing)
      const fault = await findCodeFault(parts, pending, typed)
      if (fault) return codeView(page, inquiry.email, sealed, page.words.entry.code_faults[fault])
      await receiveInquiry(parts, page, pending)
      return { to: `${startPageUrl(page.firm.place, page.questionnaire.url_short_name)}?sent=yes` }
    }),
  )
}

/** Emails a code; pressed twice, the same page sends one, for one inquiry. */
async function mailCodeOnce({ db, ring }: Parts, page: StartPage, email: string, form: Form) {
  const { firm, questionnaire, lang: language } = page
  const form_id = form.pending ?? form.shown ?? []
  const url = startPageUrl(firm.place, questionnaire.url_short_name)
  const digest = digestOf({ user_id: "", url, form: { ...form, [formIdField]: form_id } }) ?? ""
  const sealer = { ring, firm_id: firm.id }
  return db.forFirm(firm.id, async (tx) => {
    const earlier = (await claimPress(tx, sealer, digest)) as { id: string; code: string } | undefined
    if (earlier) return earlier
    const response = { id: newId("inquiry"), code: newDigitCode() }
    await mailInquiryCode(tx, ring, { email, code: response.code, language })
    await keepResponse(tx, sealer, { digest, response, matter_id: undefined })
    return response
  })
}

/** Counts the attempt before it compares the code, so that concurrent guesses gain nothing. */
async function findCodeFault(
  parts: Parts,
  { inquiry, code }: PendingInquiry,
  typed: string,
): Promise<"wrong" | "exhausted" | undefined> {
  try {
    await requireAttempt(parts, [inquiryCodeLimit(inquiry.id)])
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return "exhausted"
    throw error
  }
  return typed === code ? undefined : "wrong"
}

async function receiveInquiry(parts: Parts, { firm, questionnaire }: StartPage, { inquiry }: PendingInquiry) {
  await parts.db.forFirm(firm.id, async (tx) => {
    if (!(await recordInquiry(tx, parts.ring, inquiry))) return
    await recordAudit(tx, "inquiry_received", { record_id: inquiry.id, label: questionnaire.title })
    await notifyOfInquiry(tx, parts, { inquiry_id: inquiry.id, questionnaire_title: questionnaire.title })
  })
}

/** Responds with what `work` returns, or with 404 for a page that is unknown or turned off, which look the same. */
async function withStartPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  work: (page: StartPage) => Promise<View | { to: string }>,
): Promise<FastifyReply> {
  const { place, short_name } = request.params as { place: string; short_name: string }
  const firm: Firm | undefined = await findFirmAt(parts.db, place)
  const { lang, words } = wordsForStranger(request, firm)
  const questionnaire = firm && (await parts.db.forFirm(firm.id, (tx) => findStartPage(tx, short_name)))
  if (!questionnaire) return sendEntryPage(request, reply, parts, firm, lang, unknownView(words, firm))
  const { source } = request.query as { source?: unknown }
  const page = {
    ...{ firm, questionnaire, lang, words, own_text: displayedTextOf(firm.settings, lang) },
    source: sourceIn(source ?? textOf((request.body ?? {}) as Form, "source")),
  }
  // The emails of a test firm stay in its outbox anyway, where its staff read the code.
  const isOpen = parts.config.smtp_url || firm.is_test
  const view = isOpen ? await work(page) : noMailView(page)
  return sendEntryPage(request, reply, parts, firm, lang, view)
}
