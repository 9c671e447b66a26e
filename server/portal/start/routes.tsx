// The public start page of a questionnaire: who wants to become a client leaves a name, an address and a line. A code by
// email confirms the address before anything reaches the firm, and what arrives is an inquiry, not a matter.
import type { FastifyReply, FastifyRequest } from "fastify"
import { recordAudit } from "../../audit/audit.ts"
import { type Firm, findFirmAt } from "../../firms/firms.ts"
import { recordInquiry } from "../../inquiries/inquiries.ts"
import { mailInquiryCode } from "../../inquiries/mails.ts"
import { shownTextOf } from "../../inquiries/own-text.ts"
import { notifyOfInquiry } from "../../notifications/notify.ts"
import type { Parts } from "../../parts.ts"
import { Failure } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { networkOf } from "../../platform/http/network.ts"
import type { Form } from "../../platform/http/pages.ts"
import { newId } from "../../platform/ids.ts"
import { newDigitCode } from "../../platform/secrets/tokens.ts"
import { findStartPage, startPageUrl } from "../../questionnaires/start-page.ts"
import { inquiryCodeLimit, requireAttempt, startPageLimits } from "../../users/attempts.ts"
import { sendEntryPage, wordsForStranger } from "../entry/stranger-pages.ts"
import { textOf } from "../form.ts"
import type { View } from "../view.tsx"
import { readRequest } from "./form-fields.ts"
import { codeView, formView, noMailView, receivedView, unknownView } from "./pages.tsx"
import { isTooQuick, openPending, type PendingInquiry, sealPending, shownMark } from "./pending.ts"
import type { StartPage } from "./start-page.ts"

const url = startPageUrl(":place", ":short_name")
const options = { config: { guard: "portal" as const }, schema: { hide: true } }

export function startRoutes(app: App, parts: Parts): void {
  const { db, ring } = parts

  app.get(url, options, (request, reply) =>
    answer(request, reply, parts, async (page) => {
      if ((request.query as { sent?: string }).sent === "yes") return receivedView(page)
      return formView(page, { shown: shownMark(ring, db.clock()) })
    }),
  )

  app.post(url, options, (request, reply) =>
    answer(request, reply, parts, async (page) => {
      const form = (request.body ?? {}) as Form
      const again = openPending(ring, textOf(form, "pending") ?? "", db.clock())
      const read = again?.firm_id === page.firm.id ? { inquiry: again.inquiry } : readRequest(form, page)
      const shown = shownMark(ring, db.clock())
      if ("faults" in read) return formView(page, { shown, form, faults: read.faults })
      const isProgram = textOf(form, "website") || isTooQuick(ring, textOf(form, "shown") ?? "", db.clock())
      if (!again && isProgram) return formView(page, { shown, form, notice: page.words.start.once_more })
      const { own_text } = page
      // The firm changed its text while the page was open: it has not been read.
      if (!again && (own_text?.mark ?? "") !== (textOf(form, "own_text") ?? ""))
        return formView(page, { shown, form, notice: page.words.start.text_changed })
      const accepted_text = again
        ? again.inquiry.accepted_text
        : own_text && { text: own_text.text, at: db.clock().toISOString() }
      const inquiry = { ...read.inquiry, id: newId("inquiry"), accepted_text }
      const { email } = inquiry
      await requireAttempt(
        parts,
        startPageLimits({ ip: request.ip, network: networkOf(request.ip), firm_id: page.firm.id, email }),
      )
      const code = newDigitCode()
      const { firm, lang: language } = page
      await db.forFirm(firm.id, (tx) => mailInquiryCode(tx, ring, { firm, email, code, language }))
      return codeView(page, email, sealPending(ring, { firm_id: firm.id, inquiry, code }, db.clock()))
    }),
  )

  app.post(`${url}/code`, options, (request, reply) =>
    answer(request, reply, parts, async (page) => {
      const form = (request.body ?? {}) as Form
      const sealed = textOf(form, "pending") ?? ""
      const pending = openPending(ring, sealed, db.clock())
      if (pending?.firm_id !== page.firm.id)
        return formView(page, { shown: shownMark(ring, db.clock()), notice: page.words.start.over })
      const { inquiry } = pending
      const typed = (textOf(form, "code") ?? "").normalize("NFKC").replace(/\D/g, "")
      if (typed === "") return codeView(page, inquiry.email, sealed, page.words.entry.code_missing)
      const fault = await faultOfCode(parts, pending, typed)
      if (fault) return codeView(page, inquiry.email, sealed, page.words.start[fault])
      await takeIn(parts, page, pending)
      return { to: `${startPageUrl(page.firm.place, page.questionnaire.url_short_name)}?sent=yes` }
    }),
  )
}

/** Tries are counted before they are judged, so that many at once gain nothing. */
async function faultOfCode(
  parts: Parts,
  { inquiry, code }: PendingInquiry,
  typed: string,
): Promise<"code_wrong" | "code_over" | undefined> {
  try {
    await requireAttempt(parts, [inquiryCodeLimit(inquiry.id)])
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return "code_over"
    throw error
  }
  return typed === code ? undefined : "code_wrong"
}

async function takeIn(parts: Parts, { firm, questionnaire }: StartPage, { inquiry }: PendingInquiry) {
  await parts.db.forFirm(firm.id, async (tx) => {
    if (!(await recordInquiry(tx, parts.ring, inquiry))) return
    await recordAudit(tx, "inquiry_received", { record_id: inquiry.id, label: questionnaire.title })
    await notifyOfInquiry(tx, parts, { inquiry_id: inquiry.id, questionnaire_title: questionnaire.title })
  })
}

/** Shows what `work` answers, or that there is no such page: for one that is off as for one that never was. */
async function answer(
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
  const page = { firm, questionnaire, lang, words, own_text: shownTextOf(firm.settings, lang) }
  const view = parts.config.smtp_url ? await work(page) : noMailView(page)
  return sendEntryPage(request, reply, parts, firm, lang, view)
}
