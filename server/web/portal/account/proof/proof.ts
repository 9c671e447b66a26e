// The fresh proof of identity that a client needs before changing their sign-in.

import type { ClientIdentity } from "../../../../firm/access/portal.ts"
import { useProof } from "../../../../firm/access/sessions.ts"
import { type CodeFor, findOpenCode, useCode } from "../../../../firm/users/sign-in/mailed-codes.ts"
import { type Proof, provePassword, readSignIn } from "../../../../firm/users/sign-in/proof.ts"
import { useSecondFactor } from "../../../../firm/users/sign-in/second-factor.ts"
import {
  type ClientSignIn,
  type OwnSignIn,
  readClientSignIn,
} from "../../../../intake/matters/invitations/invited.ts"
import type { Parts } from "../../../../parts.ts"
import { Failure } from "../../../../platform/errors.ts"
import { textOf } from "../../form.ts"
import type { PageRequest } from "../../page-request.ts"
import type { RoutedRequest } from "../../sections/section.tsx"
import { wordsIn } from "../../words/words.ts"

/** Whether the client has a first factor, without which an app's code is no second one. */
export function hasFirstFactor({ email, has_password }: ClientSignIn): boolean {
  return has_password || email !== ""
}

/**
 * The proofs a client must give: the password and the app's code, whichever of them is set up. With neither, an emailed
 * code; without an email address, a passkey. The app alone suffices, because access to the mailbox does not provide it.
 * A client who has none of these needs no proof.
 */
export type RequiredProof = "current_password" | "app_code" | "proof_code" | "passkey"

/** Proofs verified before the transaction, where hashing a password does not hold it open. */
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

export type TypedProofResult = { proof: Proof } | { field: TypedProof; kind: "missing" | "wrong" | "blocked" }

/** Verifies the form's password and app code; undefined if neither is required. Opens its own transactions. */
export async function verifyTypedProof(
  parts: Parts,
  { form }: RoutedRequest,
  { user_id, firm_id, matter_id }: ClientIdentity,
  sign_in: OwnSignIn,
): Promise<TypedProofResult | undefined> {
  const required = requiredProofsOf(sign_in).filter(isTyped)
  if (required.length === 0) return undefined
  const missing = required.find((field) => (textOf(form, field) ?? "").trim() === "")
  if (missing) return { field: missing, kind: "missing" }
  const user = { firm_id, user_id }
  let proof: Proof | undefined
  for (const field of required) {
    const typed = textOf(form, field) ?? ""
    try {
      if (field === "current_password") {
        proof = await provePassword(parts, user, typed)
        if (!proof) return { field, kind: "wrong" }
      } else if (!(await useSecondFactor(parts, { ...user, matter_id, email: sign_in.email }, typed)))
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

/**
 * The client's proof of identity, or its fault. A wrong emailed code counts as an attempt, so the caller must commit the
 * transaction even then.
 */
export async function resolveProof(
  req: PageRequest,
  { form }: RoutedRequest,
  shown: TypedProofResult | undefined,
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

/** Whether an emailed proof code is open. */
export async function hasOpenProofCode({ tx, client }: PageRequest): Promise<boolean> {
  return (await findOpenCode(tx, proofCodeOf(client))) !== undefined
}

export function proofCodeOf({ user_id, matter_id }: ClientIdentity): CodeFor {
  return { user_id, matter_id, purpose: "proof" }
}
