import type { FastifyReply, FastifyRequest } from "fastify"
import {
  type EntryProof,
  proofOfEndedSession,
  proofOfInvitation,
  proofOfPageOwner,
} from "../../access/entry-proofs.ts"
import { ownerField } from "../../access/page-owner.ts"
import { clientToken } from "../../access/portal.ts"
import type { Language } from "../../definition/text.ts"
import { findFirmOfDeleted } from "../../deletions/deleted-credentials.ts"
import { type Firm, findFirmAt } from "../../firms/firms.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { Failure } from "../../platform/errors.ts"
import type { Form } from "../../platform/http/pages.ts"
import { placeOf } from "../../platform/secrets/tokens.ts"
import { textOf } from "../form.ts"
import { languageOf, preferredLanguage, rememberLanguage } from "../language.ts"
import { type Redirect, sendView, type View } from "../view.tsx"
import type { Words } from "../words/en.ts"
import { wordsAbout, wordsIn } from "../words/words.ts"
import { closedEntryFor, closedEntryView } from "./closed-entries.tsx"
import { filledInFor, type Invitee, openEntry } from "./invitee.ts"
import { pageOwnerOf } from "./page-owner.ts"
import { askAtEntry, askForAnyPasskey } from "./passkey.ts"
import { strangerView } from "./passkey-sign-in.tsx"
import type { EntryContext, Resume } from "./sign-in-form.tsx"

/** One of the two doors: a link, or a session of this browser that has ended. */
export interface Entry {
  /** Undefined where there never was a session. */
  proof: EntryProof | undefined
  base: string
  ended: boolean
  /** Whose page it was, under seal. */
  owner?: string | undefined
}

/** What a door's page stands on besides the visitor. */
export interface At extends EntryContext {
  form: Form
}

export function keyOf(request: FastifyRequest): string {
  return (request.params as { key: string }).key
}

export function linkOf(request: FastifyRequest): Entry {
  const key = keyOf(request)
  return { proof: proofOfInvitation(key), base: `/invite/${key}`, ended: false }
}

/** Whoever the page was for; where it does not say, whoever was signed in in this browser. */
export function endedSessionOf(request: FastifyRequest, { ring, db }: Parts): Entry {
  const form = (request.body ?? {}) as Form
  const owner = pageOwnerOf(ring, form, db.clock())
  const token = clientToken(request)
  const proof = owner ? proofOfPageOwner(owner) : token ? proofOfEndedSession(token) : undefined
  return { proof, owner: owner && textOf(form, ownerField), base: "/portal/sign-in", ended: true }
}

/** Answers at a door: what `work` shows, or why the door does not open. */
export async function answerAt(
  entry_state: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  work: (tx: Tx, invitee: Invitee, at: At) => Promise<View | Redirect>,
): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Form
  const query = request.query as { back?: string }
  try {
    if (!entry_state.proof)
      throw new Failure("not_found", "unknown_invitation", "No session was ever open here.")
    const [invitee, lang, view] = await openEntry(parts.db, entry_state.proof, async (tx, invitee) => {
      const lang =
        languageOf(request) ?? invitee.language ?? preferredLanguage(request) ?? invitee.firm.locale
      const words = wordsAbout(filledInFor(invitee, lang), lang)
      const back = safeBack(textOf(form, "back") ?? query.back)
      const resume = resumeOf(form)
      const at = {
        words,
        lang,
        form,
        place: {
          base: entry_state.base,
          ended: entry_state.ended,
          mails: Boolean(parts.config.smtp_url),
          owner: entry_state.owner,
          back,
          resume,
          passkey: await askAtEntry(parts, invitee.passkeys),
        },
      }
      const view = closedEntryFor(invitee, at) ?? (await work(tx, invitee, at))
      return [invitee, lang, view] as const
    })
    return show(request, reply, parts, invitee.firm, lang, view)
  } catch (error) {
    if (!(error instanceof Failure && error.code === "unknown_invitation")) throw error
    const token = entry_state.ended ? clientToken(request) : keyOf(request)
    const firm = token ? await findFirmOfDeleted(parts.db, token) : undefined
    if (firm) return showGone(request, reply, parts, firm)
    const place = placeOf(token ?? "")
    if (entry_state.ended)
      return showStranger(request, reply, parts, place, ({ entry }) => ({
        status: 401,
        title: entry.sign_in_gone_title,
        text: entry.sign_in_gone,
      }))
    return showUnknown(request, reply, parts, await findFirmAt(parts.db, place))
  }
}

/** The matter was deleted: nothing of it is known anymore but the firm to ask. */
function showGone(request: FastifyRequest, reply: FastifyReply, parts: Parts, firm: Firm): FastifyReply {
  const { lang, words } = wordsForStranger(request, firm)
  const { gone_title: title, gone } = words.entry
  const view = closedEntryView(words, {
    status: 410,
    title,
    text: gone(firm.name),
    contact: firm.contact_line,
  })
  return show(request, reply, parts, firm, lang, view)
}

/**
 * A page for somebody of whom nothing is known but, at most, the place of the firm: with a passkey they say who they
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
  const firm = await findFirmAt(parts.db, of_place)
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

/** The page of a link that leads nowhere; the firm, where its address tells which, can be asked for the right one. */
export function showUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  firm?: Firm,
): FastifyReply {
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

/** Where to go after signing in: a page of the portal, nothing else. */
export function safeBack(back: string | undefined): string {
  return back !== undefined && /^\/portal(\/[\w./?=&%-]*)?$/.test(back) ? back : "/portal"
}

/** A form that waits in the page, with an address of ours. */
function resumeOf(form: Form): Resume | undefined {
  const [url, text] = [textOf(form, "resume_url"), textOf(form, "resume_form")]
  return url !== undefined && text !== undefined && url === safeBack(url) ? { url, form: text } : undefined
}
