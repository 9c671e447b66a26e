// Sign-in pages for a browser that has neither a valid link nor a session.
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Language } from "../../../definition/text.ts"
import { type Firm, findFirmOfStranger } from "../../../firm/firms/firms.ts"
import { languageOf, preferredLanguage, rememberLanguage } from "../../../intake/portal/page-request.ts"
import { type Redirect, sendView, type View } from "../../../intake/portal/view.tsx"
import type { Parts } from "../../../parts.ts"
import { isResolved } from "../../../platform/http/requests/readable-url.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { textOf } from "../../../web/portal/form.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { wordsIn } from "../../../web/portal/words/words.ts"
import { closedEntryView } from "./closed-entries.tsx"
import { requestAnyPasskey } from "./sign-in/passkey.ts"
import { strangerView } from "./sign-in/passkey-sign-in.tsx"
import type { Resume } from "./sign-in/sign-in-form.tsx"

/**
 * A page for an unknown client, of whom at most the firm is known. It offers to sign in with a passkey, or to have the
 * links emailed.
 */
export async function showStranger(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  of_place: string,
  say: (words: Words, mails: boolean) => { status: number; title: string; text: string },
): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Form
  const firm = await findFirmOfStranger(parts.db, of_place)
  const { lang, words } = wordsForStranger(request, firm)
  const mails = Boolean(parts.config.smtp_url)
  const back = safeBack(textOf(form, "back") ?? (request.query as { back?: string }).back)
  const passkey = await requestAnyPasskey(parts)
  const sign_in = { base: "/portal/sign-in", back, ended: true, mails, resume: resumeOf(form), passkey }
  const fault = textOf(form, "credential") === undefined ? undefined : wordsIn(lang).passkeys.not_known
  const view = strangerView(
    { words, lang, sign_in },
    { ...say(words, mails), fault, links_place: mails ? (firm?.place ?? "") : undefined },
  )
  return sendEntryPage(request, reply, parts, firm, lang, view)
}

/** The language of a page for an unknown client: the browser's choice, or else that of the firm, if it is known. */
export function wordsForStranger(
  request: FastifyRequest,
  firm: Firm | undefined,
): { lang: Language; words: Words } {
  const lang = languageOf(request) ?? preferredLanguage(request) ?? firm?.locale ?? "en"
  return { lang, words: wordsIn(lang) }
}

/** The page for an unknown link. If the firm is known, it says who to ask for the right one. */
export async function showUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  of_place = "",
): Promise<FastifyReply> {
  const firm = await findFirmOfStranger(parts.db, of_place)
  const { lang, words } = wordsForStranger(request, firm)
  const { unknown_title: title, unknown: text } = words.entry
  const links_place = parts.config.smtp_url ? (firm?.place ?? "") : undefined
  const closed = { status: 404, title, text, contact: firm?.contact_line ?? "", links_place }
  return sendEntryPage(request, reply, parts, firm, lang, closedEntryView(words, closed))
}

export function sendEntryPage(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  firm: Firm | undefined,
  lang: Language,
  view: View | Redirect,
): FastifyReply {
  const words = wordsIn(lang)
  rememberLanguage(request, reply)
  const url =
    request.method === "GET" ? request.url : request.url.replace(/\/(start|code|session|passkey)$/, "")
  return sendView(reply, { firm, lang, words, assets: parts.assets, url }, view)
}

/**
 * The URL to open after signing in: only pages of the portal are allowed. For a file, the page that links to it, because
 * a download would leave the browser on the sign-in page.
 */
export function safeBack(back: string | undefined): string {
  if (back === undefined || !/^\/portal(\/[\w./?=&%-]*)?$/.test(back) || !isResolved(back)) return "/portal"
  if (back.startsWith("/portal/signatures/")) return "/portal"
  return back.replace(/\/copy\.pdf$/, "").replace(/^(\/portal\/documents)\/.*$/, "$1")
}

/** The late form embedded in a sign-in page, if its URL is a page of the portal. */
export function resumeOf(form: Form): Resume | undefined {
  const [url, text] = [textOf(form, "resume_url"), textOf(form, "resume_form")]
  return url !== undefined && text !== undefined && url === safeBack(url) ? { url, form: text } : undefined
}
