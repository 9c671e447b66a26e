import type { FastifyReply, FastifyRequest } from "fastify"
import { faultSentence } from "../../../../definition/faults/fault-sentences.ts"
import { parseEmail } from "../../../../definition/values/email-and-phone.ts"
import { signInClient } from "../../../../firm/access/portal.ts"
import { endUnprovenSessions } from "../../../../firm/access/sessions.ts"
import { createCode, useCode } from "../../../../firm/users/sign-in/mailed-codes.ts"
import { type Proof, requireUnchanged } from "../../../../firm/users/sign-in/proof.ts"
import { changePreferences } from "../../../../firm/users/users.ts"
import { allFilesUrl } from "../../../../intake/documents/portal/tray.tsx"
import { changeOwnAddress } from "../../../../intake/matters/invitations/invitation-address.ts"
import { lockInvitation } from "../../../../intake/matters/invitations/invitations.ts"
import { startInvitation } from "../../../../intake/matters/invitations/starting.ts"
import { hasReviewed } from "../../../../intake/matters/progress/section-reviews.ts"
import { openLateForm } from "../../../../intake/portal/page-owner.ts"
import type { Redirect, View } from "../../../../intake/portal/view.tsx"
import { openItemUrl } from "../../../../intake/submissions/portal/open-items.tsx"
import type { Parts } from "../../../../parts.ts"
import { actAs } from "../../../../platform/db/act-as.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import type { KeyRing } from "../../../../platform/secrets/key-ring.ts"
import { textOf } from "../../../../web/portal/form.ts"
import type { Words } from "../../../../web/portal/words/en.ts"
import { type EntryFormContext, keyOf } from "../entry-pages.ts"
import type { Invitee } from "../invitee.ts"
import { isRepeatedStart, signShownTime } from "../start-form.ts"
import { welcomeView } from "../welcome.tsx"
import { mailCode } from "./code-mail.ts"
import { recordFailure, recordSignIn } from "./recording.ts"
import { codeView, resumeView, signInView } from "./sign-in-pages.tsx"

/** Whether Start may sign in: the first time, or if the client could not return otherwise and has given nothing yet. */
export function mayStart(invitee: Invitee): boolean {
  if (!invitee.started_at) return true
  if (canSignIn(invitee)) return false
  return !invitee.is_claimed || !invitee.has_given
}

/** Whether a returning client can prove their identity, by a code, a password or a passkey. */
export function canSignIn({ email, has_password, passkeys, started_at }: Invitee): boolean {
  return started_at !== null && (email !== "" || has_password || passkeys.length > 0)
}

/**
 * Signs in a client who pressed Start, with the email address they typed if the firm gave none, and opens the first page
 * or, once the first section was checked, the list of sections. Shows the form again if the address has a fault.
 */
export async function start(
  tx: Tx,
  invitee: Invitee,
  { words, lang, form, sign_in }: EntryFormContext,
  { ring }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<View | Redirect> {
  if (!mayStart(invitee) && !isRepeatedStart(ring, invitee, form, tx.now)) return { to: sign_in.base }
  const typed = textOf(form, "email") ?? ""
  const email = parseEmail(typed)
  if (email.kind === "fault") {
    const error = faultSentence(email.fault, words.entry.email_label, lang)
    const shown = signShownTime(ring, invitee, tx.now)
    return welcomeView(invitee, { key: keyOf(request), shown }, words, lang, { email: typed, error })
  }
  const only_open = !invitee.may_edit
  const { user_id } = await startInvitation(tx, invitee.invitation_id, { only_open })
  await changePreferences(tx, user_id, { language: lang })
  const client = { user_id, matter_id: invitee.matter_id }
  if (invitee.email === "" && email.kind === "value") await changeOwnAddress(tx, client, email.value)
  await signInClient(tx, request, reply, { ...client, is_unproven: true })
  await recordSignIn(tx, invitee, request, "With the link")
  const [item, ...others] = invitee.still_open
  if (item)
    return {
      to:
        others.length > 0 ? "/portal#open" : openItemUrl(item, { ...invitee.questionnaire, may_edit: false }),
    }
  if (only_open) return { to: "/portal" }
  const first = invitee.questionnaire.definition.sections[0]
  // If the spouse has reviewed the first section already, the section list shows better what is left.
  const opensFirst = first && !invitee.is_for_parts && !(await hasReviewed(tx, invitee.matter_id, first.id))
  return { to: opensFirst ? `/portal/sections/${first.id}` : "/portal" }
}

/** Emails a sign-in code and shows the form for it. */
export async function sendCode(
  tx: Tx,
  invitee: Invitee,
  { words, lang, sign_in }: EntryFormContext,
  parts: Parts,
): Promise<View | Redirect> {
  const { user_id, matter_id, email } = invitee
  if (!invitee.started_at || !user_id || email === "") return { to: sign_in.base }
  const sent = await createCode(tx, parts.ring, { user_id, matter_id, purpose: "sign_in", email })
  if (sent.kind === "too_many") {
    const fault = words.entry.too_many_codes[sent.wait]
    return { ...codeView(invitee, words, sign_in, { fault }), status: 429 }
  }
  if (sent.kind === "new") await mailCode(tx, parts, invitee, { ...sent, back: sign_in.back }, lang)
  // A late form and the page owner are hidden fields, which a redirect would lose.
  if (sent.kind === "recent" || sign_in.resume || sign_in.owner)
    return codeView(invitee, words, sign_in, { recent: sent.kind === "recent" })
  return { to: `${sign_in.base}/code?${new URLSearchParams({ back: sign_in.back })}` }
}

/** The result of verifying a password, which happens before the transaction because hashing is slow. */
export type PasswordResult = { kind: "right"; proof: Proof } | { kind: "missing" | "wrong" | "blocked" }

/** Signs in with a password, if one was typed, or with an emailed code. */
export async function signIn(
  tx: Tx,
  invitee: Invitee,
  context: EntryFormContext,
  { ring }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  password: PasswordResult | undefined,
): Promise<View | Redirect> {
  const { user_id } = invitee
  const { words, form, sign_in } = context
  if (!canSignIn(invitee) || !user_id) return { to: sign_in.base }
  const fault = password
    ? passwordFault(password, words)
    : await checkCode(tx, ring, invitee, request, { typed: textOf(form, "code") ?? "", words })
  if (fault) {
    if (password?.kind === "wrong") await recordFailure(tx, invitee, request, "Wrong password")
    return password
      ? signInView(invitee, context, { at: invitee.has_password ? "password" : "#main", text: fault })
      : codeView(invitee, words, sign_in, { fault })
  }
  if (password?.kind === "right") await requireUnchanged(tx, password.proof)
  return openClientSession(tx, invitee, user_id, context, ring, request, reply, {
    by: password ? "With the password" : "With a code by email",
  })
}

/** Opens a session for the authenticated client. Shows a late form to save, or redirects to the page they came from. */
export async function openClientSession(
  tx: Tx,
  { invitation_id, matter_id, is_for_parts, has_given }: Invitee,
  user_id: string,
  { words, sign_in }: EntryFormContext,
  ring: KeyRing,
  request: FastifyRequest,
  reply: FastifyReply,
  { by }: { /** With what, for the audit log. */ by: string },
): Promise<View | Redirect> {
  const invitation = await lockInvitation(tx, invitation_id)
  if (!invitation || invitation.revoked_at) return { to: sign_in.base }
  await actAs(tx, user_id)
  if (!has_given) await endUnprovenSessions(tx, user_id)
  await signInClient(tx, request, reply, { user_id, matter_id })
  await recordSignIn(tx, { matter_id }, request, by)
  const late = sign_in.resume && openLateForm(ring, { matter_id, user_id }, sign_in.resume.form)
  if (sign_in.resume && late !== undefined) return resumeView(words, sign_in.resume.url, late)
  return { to: is_for_parts && sign_in.back === allFilesUrl ? "/portal" : sign_in.back }
}

function passwordFault({ kind }: PasswordResult, { entry }: Words): string | undefined {
  return {
    right: undefined,
    missing: entry.password_missing,
    wrong: entry.password_wrong,
    blocked: entry.password_blocked,
  }[kind]
}

/** Uses the code. Returns the sentence that says what is wrong with it; undefined if it is right. */
async function checkCode(
  tx: Tx,
  ring: Parts["ring"],
  invitee: Invitee,
  request: FastifyRequest,
  { typed, words: { entry } }: { typed: string; words: Words },
): Promise<string | undefined> {
  if (typed.trim() === "") return entry.code_missing
  const used = await useCode(tx, ring, { user_id: invitee.user_id ?? "", purpose: "sign_in" }, typed)
  if (used.kind === "wrong") await recordFailure(tx, invitee, request, "Wrong code by email")
  if ("is_recorded" in used && used.is_recorded)
    await recordFailure(tx, invitee, request, "Code by email that no longer works")
  return used.kind === "right" ? undefined : entry.code_faults[used.kind]
}
