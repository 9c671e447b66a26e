import type { FastifyReply, FastifyRequest } from "fastify"
import { findFirmOfDeleted } from "../../../firm/access/deleted-credentials.ts"
import {
  type EntryProof,
  proofOfCodeLink,
  proofOfEndedSession,
  proofOfInvitation,
  proofOfPageOwner,
} from "../../../firm/access/entry-proofs.ts"
import { ownerField } from "../../../firm/access/owner-field.ts"
import { clientToken } from "../../../firm/access/portal.ts"
import type { Firm } from "../../../firm/firms/firms.ts"
import { pageOwnerOf } from "../../../intake/portal/page-owner.ts"
import { languageOf, preferredLanguage } from "../../../intake/portal/page-request.ts"
import type { Redirect, View } from "../../../intake/portal/view.tsx"
import type { Parts } from "../../../parts.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { Failure } from "../../../platform/errors.ts"
import type { Form } from "../../../platform/http/responses/pages.ts"
import { placeOf } from "../../../platform/secrets/tokens.ts"
import { textOf } from "../../../web/portal/form.ts"
import { wordsAbout } from "../../../web/portal/words/words.ts"
import { closedEntryFor, closedEntryView } from "./closed-entries.tsx"
import { clientNamesForHelper, type Invitee, openEntry } from "./invitee.ts"
import { requestPasskey } from "./sign-in/passkey.ts"
import type { EntryContext } from "./sign-in/sign-in-form.tsx"
import {
  resumeOf,
  safeBack,
  sendEntryPage,
  showStranger,
  showUnknown,
  wordsForStranger,
} from "./stranger-pages.ts"

/** What a browser presents to sign in: a link, or a session that has ended. */
export interface Entry {
  /** Undefined if the browser never had a session. */
  proof: EntryProof | undefined
  base: string
  ended: boolean
  /** The sealed owner of the page the client was on. */
  owner?: string | undefined
}

export interface EntryFormContext extends EntryContext {
  form: Form
}

export function keyOf(request: FastifyRequest): string {
  return (request.params as { key: string }).key
}

export function linkOf(request: FastifyRequest): Entry {
  const key = keyOf(request)
  return { proof: proofOfInvitation(key), base: `/invite/${key}`, ended: false }
}

/** The link in a code email. */
export function codeLinkOf(request: FastifyRequest): Entry {
  const key = keyOf(request)
  return { proof: proofOfCodeLink(key), base: `/portal/code/${key}`, ended: false }
}

/** The client the page was rendered for, or else the one last signed in in this browser. */
export function endedSessionOf(request: FastifyRequest, { ring, db }: Parts): Entry {
  const form = (request.body ?? {}) as Form
  const owner = pageOwnerOf(ring, form, db.clock())
  const token = clientToken(request)
  const proof = owner ? proofOfPageOwner(owner) : token ? proofOfEndedSession(token) : undefined
  return { proof, owner: owner && textOf(form, ownerField), base: "/portal/sign-in", ended: true }
}

/** Responds with what `work` returns for the invitee, or with a page that says why the link does not open. */
export async function withEntry(
  entry_state: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Parts,
  work: (tx: Tx, invitee: Invitee, context: EntryFormContext) => Promise<View | Redirect>,
): Promise<FastifyReply> {
  const form = (request.body ?? {}) as Form
  const query = request.query as { back?: string }
  try {
    if (!entry_state.proof)
      throw new Failure("not_found", "unknown_invitation", "No session was ever open here.")
    const [invitee, lang, view] = await openEntry(parts, entry_state.proof, async (tx, invitee) => {
      const lang =
        languageOf(request) ?? invitee.language ?? preferredLanguage(request) ?? invitee.firm.locale
      const words = wordsAbout(clientNamesForHelper(invitee, lang), lang)
      const back = safeBack(textOf(form, "back") ?? query.back)
      const resume = resumeOf(form)
      const context = {
        words,
        lang,
        form,
        sign_in: {
          base: entry_state.base,
          ended: entry_state.ended,
          mails: Boolean(parts.config.smtp_url),
          owner: entry_state.owner,
          back,
          resume,
          passkey: await requestPasskey(parts, invitee.passkeys),
        },
      }
      const view = closedEntryFor(invitee, context) ?? (await work(tx, invitee, context))
      return [invitee, lang, view] as const
    })
    return sendEntryPage(request, reply, parts, invitee.firm, lang, view)
  } catch (error) {
    if (!(error instanceof Failure && error.code === "unknown_invitation")) throw error
    const token = entry_state.ended ? clientToken(request) : keyOf(request)
    const firm = token ? await findFirmOfDeleted(parts.db, token) : undefined
    if (firm) return showGone(request, reply, parts, firm)
    const place = placeOf(token ?? "")
    if (entry_state.ended)
      return showStranger(request, reply, parts, place, ({ entry }, mails) => ({
        status: 401,
        title: entry.sign_in_gone_title,
        text: mails ? entry.sign_in_gone_mails : entry.sign_in_gone,
      }))
    return showUnknown(request, reply, parts, place)
  }
}

/** The page for a deleted matter, of which only the firm is still known. */
function showGone(request: FastifyRequest, reply: FastifyReply, parts: Parts, firm: Firm): FastifyReply {
  const { lang, words } = wordsForStranger(request, firm)
  const { gone_title: title, gone } = words.entry
  const closed = { status: 410, title, text: gone(firm.name), contact: firm.contact_line }
  const view = closedEntryView(words, closed)
  return sendEntryPage(request, reply, parts, firm, lang, view)
}
