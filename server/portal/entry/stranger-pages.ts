// Pages for strangers at the door, and what every page of the door is sent with.
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Language } from "../../definition/text.ts"
import { type Firm, findFirmOfStranger } from "../../firms/firms.ts"
import type { Parts } from "../../parts.ts"
import type { Form } from "../../platform/http/pages.ts"
import { textOf } from "../form.ts"
import { languageOf, preferredLanguage, rememberLanguage } from "../page-request.ts"
import { type Redirect, sendView, type View } from "../view.tsx"
import type { Words } from "../words/en.ts"
import { wordsIn } from "../words/words.ts"
import { closedEntryView } from "./closed-entries.tsx"
import { askForAnyPasskey } from "./passkey.ts"
import { strangerView } from "./passkey-sign-in.tsx"
import type { Resume } from "./sign-in-form.tsx"

/**
 * A page for somebody of whom nothing is known but, at most, which firm is meant: with a passkey they say who they
 * are, and an address that the firm knows gets its links.
 */
export async function showStranger(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  of_place: string,
  say: (words: Words) => { status: number; title: string; text: string },
): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Form
  const firm = await findFirmOfStranger(parts.db, of_place)
  const { lang, words } = wordsForStranger(request, firm)
  const mails = Boolean(parts.config.smtp_url)
  const back = safeBack(textOf(form, "back") ?? (request.query as { back?: string }).back)
  const passkey = await askForAnyPasskey(parts)
  const place = { base: "/portal/sign-in", back, ended: true, mails, resume: resumeOf(form), passkey }
  const fault = textOf(form, "credential") === undefined ? undefined : wordsIn(lang).passkeys.not_known
  const view = strangerView(
    { words, lang, place },
    { ...say(words), fault, links_place: mails ? firm?.place : undefined },
  )
  return show(request, reply, parts, firm, lang, view)
}

/** The language for whoever is at the door of this firm, where it is known which. */
export function wordsForStranger(
  request: FastifyRequest,
  firm: Firm | undefined,
): { lang: Language; words: Words } {
  const lang = languageOf(request) ?? preferredLanguage(request) ?? firm?.locale ?? "en"
  return { lang, words: wordsIn(lang) }
}

/** The page of a link that leads nowhere; the firm, where it is known which, can be asked for the right one. */
export async function showUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  of_place = "",
): Promise<FastifyReply> {
  const firm = await findFirmOfStranger(parts.db, of_place)
  const { lang, words } = wordsForStranger(request, firm)
  const { unknown_title: title, unknown: text } = words.entry
  const links_place = parts.config.smtp_url ? firm?.place : undefined
  const closed = { status: 404, title, text, contact: firm?.contact_line ?? "", links_place }
  return show(request, reply, parts, firm, lang, closedEntryView(words, closed))
}

/** Sends a page of the door. */
export function show(
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
    request.method === "GET"
      ? request.url
      : request.url.replace(/\/(start|code|session|passkey|second-step)$/, "")
  return sendView(reply, { firm, lang, words, assets: parts.assets, url }, view)
}

/**
 * Where to go after signing in: a page of the portal, nothing else. A file leads to the page that offers it: saved
 * beside the page one signs in on, it would leave that standing.
 */
export function safeBack(back: string | undefined): string {
  if (back === undefined || !/^\/portal(\/[\w./?=&%-]*)?$/.test(back)) return "/portal"
  if (back.startsWith("/portal/signatures/")) return "/portal"
  return back.replace(/\/copy\.pdf$/, "").replace(/^(\/portal\/documents)\/.*$/, "$1")
}

/** A form that waits in the page, with an address of ours. */
export function resumeOf(form: Form): Resume | undefined {
  const [url, text] = [textOf(form, "resume_url"), textOf(form, "resume_form")]
  return url !== undefined && text !== undefined && url === safeBack(url) ? { url, form: text } : undefined
}
