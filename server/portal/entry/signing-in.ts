import type { FastifyReply, FastifyRequest } from "fastify"
import { signInClient } from "../../access/portal.ts"
import { parseEmail } from "../../definition/email-and-phone.ts"
import { faultSentence } from "../../definition/fault-sentences.ts"
import { startInvitation } from "../../matters/invitations.ts"
import { lockInvitation } from "../../matters/invited.ts"
import { hasReviewed } from "../../matters/section-reviews.ts"
import type { Parts } from "../../parts.ts"
import { actAs } from "../../platform/db/acting.ts"
import type { Tx } from "../../platform/db/database.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { createCode, useCode } from "../../users/mailed-codes.ts"
import { type Proof, requireUnchanged } from "../../users/proof.ts"
import { changeClientEmail, changePreferences } from "../../users/users.ts"
import { allFilesUrl } from "../documents/all-files-page.tsx"
import { textOf } from "../form.ts"
import type { Redirect, View } from "../view.tsx"
import type { Words } from "../words/en.ts"
import { wordsIn } from "../words/words.ts"
import { type JudgedStep, sealPending } from "./app-code.ts"
import { appCodeView } from "./app-code-page.tsx"
import { mailCode } from "./code-mail.ts"
import { type At, keyOf } from "./entry-pages.ts"
import type { Invitee } from "./invitee.ts"
import { openLateForm } from "./page-owner.ts"
import { isSecondPress, shownMark } from "./pressing.ts"
import { codeView, comeBackView, resumeView } from "./sign-in.tsx"
import { welcomeView } from "./welcome.tsx"

/** Start may be pressed: for the first time, or where there is no other way back and nothing yet to protect. */
export function isFresh(invitee: Invitee): boolean {
  if (!invitee.started_at) return true
  if (isReachable(invitee) || invitee.has_second_factor) return false
  return !invitee.is_claimed || !invitee.has_given
}

/** A code, a password or a passkey can prove who comes back. */
export function isReachable({ email, has_password, passkeys, started_at }: Invitee): boolean {
  return started_at !== null && (email !== "" || has_password || passkeys.length > 0)
}

/** Start was pressed. */
export async function start(
  tx: Tx,
  invitee: Invitee,
  { words, lang, form, place }: At,
  { ring }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<View | Redirect> {
  if (!isFresh(invitee) && !isSecondPress(ring, invitee, form, tx.now)) return { to: place.base }
  const typed = textOf(form, "email") ?? ""
  const email = parseEmail(typed)
  if (email.kind === "fault") {
    const error = faultSentence(email.fault, words.entry.email_label, lang)
    const shown = shownMark(ring, invitee, tx.now)
    return welcomeView(invitee, { key: keyOf(request), shown }, words, lang, { email: typed, error })
  }
  const { user_id } = await startInvitation(tx, invitee.invitation_id)
  await changePreferences(tx, user_id, { language: lang })
  if (invitee.email === "" && email.kind === "value") await changeClientEmail(tx, user_id, email.value)
  await signInClient(tx, request, reply, { user_id, matter_id: invitee.matter_id })
  const first = invitee.questionnaire.definition.sections[0]
  // Where the spouse has looked through it already, the list shows better what is left.
  const isLedIn = first && !invitee.is_for_parts && !(await hasReviewed(tx, invitee.matter_id, first.id))
  return { to: isLedIn ? `/portal/sections/${first.id}` : "/portal" }
}

/** A code was asked for. */
export async function sendCode(
  tx: Tx,
  invitee: Invitee,
  { words, lang, place }: At,
  parts: Parts,
): Promise<View | Redirect> {
  const { user_id, matter_id, email } = invitee
  if (!invitee.started_at || !user_id || email === "") return { to: place.base }
  const sent = await createCode(tx, parts.ring, { user_id, matter_id, purpose: "sign_in", email })
  if (sent.kind === "too_many")
    return { ...codeView(invitee, words, place, { fault: words.entry.too_many_codes }), status: 429 }
  if (sent.kind === "new") await mailCode(tx, parts, invitee, { ...sent, back: place.back }, lang)
  // What waits in the page, a form and whose it is, would not survive a redirect.
  if (sent.kind === "recent" || place.resume || place.owner)
    return codeView(invitee, words, place, { recent: sent.kind === "recent" })
  return { to: `${place.base}/code?${new URLSearchParams({ back: place.back })}` }
}

/** What a typed password has come to, before the transaction: hashing takes long. */
export type JudgedPassword = { kind: "right"; proof: Proof } | { kind: "missing" | "wrong" | "blocked" }

/** A code or a password was typed. */
export async function signIn(
  tx: Tx,
  invitee: Invitee,
  at: At,
  { ring }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  password: JudgedPassword | undefined,
): Promise<View | Redirect> {
  const { user_id } = invitee
  const { words, form, place } = at
  if (!isReachable(invitee) || !user_id) return { to: place.base }
  const fault = password
    ? passwordFault(password, words)
    : await checkCode(tx, ring, user_id, textOf(form, "code") ?? "", words)
  if (fault) {
    return password
      ? comeBackView(invitee, at, { at: invitee.has_password ? "password" : "#main", text: fault })
      : codeView(invitee, words, place, { fault })
  }
  if (password?.kind === "right") await requireUnchanged(tx, password.proof)
  if (invitee.has_second_factor) return appCodeView(at, sealPending(ring, invitee, user_id, tx.now))
  return letIn(tx, invitee, user_id, at, ring, request, reply)
}

/** The code of the app was typed, after a password or a code by mail. */
export async function checkAppCode(
  tx: Tx,
  invitee: Invitee,
  at: At,
  { ring }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  judged: JudgedStep,
): Promise<View | Redirect> {
  const { user_id, matter_id } = invitee
  const app = wordsIn(at.lang).app
  if (judged.kind === "right" && judged.pending.user_id === user_id && judged.pending.matter_id === matter_id)
    return letIn(tx, invitee, user_id, at, ring, request, reply)
  if (judged.kind === "over" || judged.kind === "right")
    return comeBackView(invitee, at, { at: "#main", text: app.step_over })
  const fault = { missing: app.code_missing, wrong: app.code_wrong, blocked: app.code_blocked }[judged.kind]
  return appCodeView(at, judged.sealed, fault)
}

/** Opens the session of whoever has proven to be this visitor; a form that came too late is offered to be saved. */
export async function letIn(
  tx: Tx,
  { invitation_id, matter_id, is_for_parts }: Invitee,
  user_id: string,
  { words, place }: At,
  ring: KeyRing,
  request: FastifyRequest,
  reply: FastifyReply,
  { is_strong = false } = {},
): Promise<View | Redirect> {
  if (!(await lockInvitation(tx, invitation_id))) return { to: place.base }
  await actAs(tx, user_id)
  await signInClient(tx, request, reply, { user_id, matter_id, is_strong })
  const late = place.resume && openLateForm(ring, { matter_id, user_id }, place.resume.form)
  if (place.resume && late !== undefined) return resumeView(words, place.resume.url, late)
  return { to: is_for_parts && place.back === allFilesUrl ? "/portal" : place.back }
}

function passwordFault({ kind }: JudgedPassword, { entry }: Words): string | undefined {
  return {
    right: undefined,
    missing: entry.password_missing,
    wrong: entry.password_wrong,
    blocked: entry.password_blocked,
  }[kind]
}

/** What is wrong with the code that was typed; undefined when it is right. */
async function checkCode(
  tx: Tx,
  ring: Parts["ring"],
  user_id: string,
  code: string,
  { entry }: Words,
): Promise<string | undefined> {
  if (code.trim() === "") return entry.code_missing
  const { kind } = await useCode(tx, ring, { user_id, purpose: "sign_in" }, code)
  return { right: undefined, wrong: entry.code_wrong, over: entry.code_over }[kind]
}
