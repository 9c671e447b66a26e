// How the client who is here can come back, and what shows afresh who they are before that changes.

import type { ClientIdentity } from "../../access/portal.ts"
import { useProof } from "../../access/sessions.ts"
import { type ClientSignIn, type OwnSignIn, readClientSignIn } from "../../matters/invited.ts"
import type { Parts } from "../../parts.ts"
import { Failure } from "../../platform/errors.ts"
import { type CodeFor, findOpenCode, useCode } from "../../users/mailed-codes.ts"
import { type Proof, provePassword, readSignIn } from "../../users/proof.ts"
import { useSecondFactor } from "../../users/second-factor.ts"
import { textOf } from "../form.ts"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import { wordsIn } from "../words/words.ts"

/** Whether there is something that the code of an app can be asked for on top of. */
export function hasFirstFactor({ email, has_password }: ClientSignIn): boolean {
  return has_password || email !== ""
}

/**
 * What somebody has to show: the password, and a code of the app where one is set up. Without a password the app alone,
 * which whoever has only the mailbox cannot show; without either a code by mail, and without an address a passkey.
 * Nothing where there is none of them.
 */
export type RequiredProof = "current_password" | "app_code" | "proof_code" | "passkey"

/** What somebody types into the form; the others are shown before it. */
type TypedProof = "current_password" | "app_code"

export function requiredProofsOf({
  email,
  has_password,
  has_second_factor,
  passkeys,
}: OwnSignIn): RequiredProof[] {
  const required: RequiredProof[] = []
  if (has_password) required.push("current_password")
  if (has_second_factor) required.push("app_code")
  if (required.length === 0 && email !== "") required.push("proof_code")
  if (required.length === 0 && passkeys > 0) required.push("passkey")
  return required
}

/** What was shown before the transaction: passwords are verified outside of it. */
export type ShownProof = { proof: Proof } | { field: TypedProof; kind: "missing" | "wrong" | "blocked" }

/** Judges password and app's code of the form; undefined where neither is asked for. Opens transactions of its own. */
export async function judgeProof(
  parts: Parts,
  { form }: RoutedRequest,
  { user_id, firm_id, matter_id }: ClientIdentity,
  sign_in: OwnSignIn,
): Promise<ShownProof | undefined> {
  const required = requiredProofsOf(sign_in).filter(isTyped)
  if (required.length === 0) return undefined
  const missing = required.find((field) => (textOf(form, field) ?? "").trim() === "")
  if (missing) return { field: missing, kind: "missing" }
  const who = { firm_id, user_id }
  let proof: Proof | undefined
  for (const field of required) {
    const typed = textOf(form, field) ?? ""
    try {
      if (field === "current_password") {
        proof = await provePassword(parts, who, typed)
        if (!proof) return { field, kind: "wrong" }
      } else if (!(await useSecondFactor(parts, { ...who, matter_id, email: sign_in.email }, typed)))
        return { field, kind: "wrong" }
    } catch (error) {
      if (error instanceof Failure && error.code === "too_many_attempts") return { field, kind: "blocked" }
      throw error
    }
  }
  return { proof: proof ?? (await parts.db.forFirm(firm_id, (tx) => readSignIn(tx, user_id))) }
}

function isTyped(field: RequiredProof): field is TypedProof {
  return field === "current_password" || field === "app_code"
}

export interface ProofFault {
  field: string
  text: string
}

/** The proof of who is here, or what is wrong with it in words. A wrong code by mail counts: keep the transaction. */
export async function takeProof(
  req: PageRequest,
  { form }: RoutedRequest,
  shown: ShownProof | undefined,
): Promise<Proof | ProofFault> {
  const { tx, client, parts, words } = req
  if (shown && "proof" in shown) return shown.proof
  const required = requiredProofsOf(await readClientSignIn(tx, client))
  if (required.includes("proof_code")) {
    const typed = textOf(form, "proof_code") ?? ""
    if (typed.trim() === "") return { field: "proof_code", text: words.entry.code_missing }
    const used = await useCode(tx, parts.ring, proofCodeOf(client), typed)
    if (used.kind !== "right")
      return {
        field: "proof_code",
        text: used.kind === "over" ? words.entry.code_over : words.entry.code_wrong,
      }
  } else if (required.includes("passkey")) {
    if (!(await useProof(tx, client.session_id)))
      return { field: "#main", text: words.account.passkey_proof_missing }
  } else if (shown || required[0]) {
    const { field, kind } = shown ?? { field: "current_password" as const, kind: "missing" as const }
    return { field, text: faultText(req, field, kind) }
  }
  return readSignIn(tx, client.user_id)
}

function faultText(
  { words, lang }: PageRequest,
  field: TypedProof,
  kind: "missing" | "wrong" | "blocked",
): string {
  const { account } = words
  const app = wordsIn(lang).app
  if (field === "app_code")
    return { missing: app.code_missing, wrong: app.code_wrong, blocked: app.code_blocked }[kind]
  return {
    missing: account.current_wrong,
    wrong: account.current_wrong,
    blocked: account.current_blocked,
  }[kind]
}

export function isFault(proof: Proof | ProofFault): proof is ProofFault {
  return "field" in proof
}

/** Whether a code that proves who is here has been sent and still works. */
export async function hasOpenProofCode({ tx, client }: PageRequest): Promise<boolean> {
  return (await findOpenCode(tx, proofCodeOf(client))) !== undefined
}

export function proofCodeOf({ user_id, matter_id }: ClientIdentity): CodeFor {
  return { user_id, matter_id, purpose: "proof" }
}
