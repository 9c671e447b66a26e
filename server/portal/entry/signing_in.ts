import type { FastifyReply, FastifyRequest } from "fastify"
import { createCode, useCode } from "../../access/codes.ts"
import { signInClient } from "../../access/portal.ts"
import { parseEmail } from "../../answers/email_and_phone.ts"
import { faultSentence } from "../../answers/fault_sentences.ts"
import { startInvitation } from "../../matters/invitations.ts"
import type { Tx } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import type { Form } from "../../platform/http/pages.ts"
import { tryPassword } from "../../users/passwords.ts"
import { changeClientEmail, changePreferences } from "../../users/users.ts"
import { textOf } from "../form.ts"
import type { PortalParts } from "../routes.ts"
import type { Redirect, View } from "../view.tsx"
import type { Words } from "../words/en.ts"
import { mailCode } from "./code_mail.ts"
import { type At, keyOf } from "./doors.ts"
import type { Visitor } from "./doorway.ts"
import { isSecondPress, shownMark } from "./pressing.ts"
import { codeView, comeBackView, resumeView } from "./sign_in.tsx"
import { welcomeView } from "./welcome.tsx"

/** Start may be pressed: for the first time, or where there is no other way back and nothing yet to protect. */
export function isFresh(visitor: Visitor): boolean {
  return !visitor.started_at || (!isReachable(visitor) && (!visitor.is_claimed || !visitor.has_given))
}

/** A code or a password can prove who comes back. */
export function isReachable({ email, has_password, started_at }: Visitor): boolean {
  return started_at !== null && (email !== "" || has_password)
}

/** Start was pressed. */
export async function start(
  tx: Tx,
  visitor: Visitor,
  { words, lang, form, place }: At,
  { ring }: PortalParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<View | Redirect> {
  if (!isFresh(visitor) && !isSecondPress(ring, visitor, form, tx.now)) return { to: place.base }
  const typed = textOf(form, "email") ?? ""
  const email = parseEmail(typed)
  if (email.kind === "fault") {
    const error = faultSentence(email.fault, words.entry.email_label, lang)
    const shown = shownMark(ring, visitor, tx.now)
    return welcomeView(visitor, { key: keyOf(request), shown }, words, lang, { email: typed, error })
  }
  const { user_id } = await startInvitation(tx, visitor.invitation_id)
  await changePreferences(tx, user_id, { language: lang })
  if (visitor.email === "" && email.kind === "value") await changeClientEmail(tx, user_id, email.value)
  await signInClient(tx, request, reply, { user_id, matter_id: visitor.matter_id })
  const first = visitor.questionnaire.definition.sections[0]
  return { to: first ? `/portal/sections/${first.id}` : "/portal" }
}

/** A code was asked for. */
export async function sendCode(
  tx: Tx,
  visitor: Visitor,
  { words, lang, place }: At,
  { ring }: PortalParts,
): Promise<View | Redirect> {
  if (!visitor.started_at || visitor.email === "") return { to: place.base }
  const sent = await createCode(tx, ring, visitor)
  if (sent.kind === "too_many")
    return { ...codeView(visitor, words, place, { fault: words.entry.too_many_codes }), status: 429 }
  if (sent.kind === "new") await mailCode(tx, ring, visitor, sent.code, lang)
  // A form that waits in the page would not survive a redirect.
  if (sent.kind === "recent" || place.resume)
    return codeView(visitor, words, place, { recent: sent.kind === "recent" })
  return { to: `${place.base}/code?${new URLSearchParams({ back: place.back })}` }
}

/** A code or a password was typed. */
export async function signIn(
  tx: Tx,
  visitor: Visitor,
  { words, form, place }: At,
  { ring }: PortalParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<View | Redirect> {
  if (!isReachable(visitor) || !visitor.user_id) return { to: place.base }
  const fault = await checkProof(tx, ring, visitor, form, words)
  if (fault) {
    return textOf(form, "password") === undefined
      ? codeView(visitor, words, place, { fault })
      : comeBackView(visitor, words, place, fault)
  }
  await tx.run(sql`select set_config('foyer.user_id', ${visitor.user_id}, true)`)
  await signInClient(tx, request, reply, { user_id: visitor.user_id, matter_id: visitor.matter_id })
  return place.resume ? resumeView(words, place.resume) : { to: place.back }
}

/** What is wrong with the code or password that was typed; undefined when it is right. */
async function checkProof(
  tx: Tx,
  ring: PortalParts["ring"],
  visitor: Visitor,
  form: Form,
  { entry }: Words,
): Promise<string | undefined> {
  const password = textOf(form, "password")
  if (password !== undefined) {
    if (password === "") return entry.password_missing
    const outcome = await tryPassword(tx, visitor.user_id, password)
    return { right: undefined, wrong: entry.password_wrong, blocked: entry.password_blocked }[outcome]
  }
  const code = textOf(form, "code") ?? ""
  if (code.trim() === "") return entry.code_missing
  const outcome = await useCode(tx, ring, visitor.invitation_id, code)
  return { right: undefined, wrong: entry.code_wrong, over: entry.code_over }[outcome]
}
