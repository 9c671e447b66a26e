// The fresh proof of identity that a client needs before changing their sign-in.

import type { ClientIdentity } from "../../../../firm/access/portal.ts"
import { useProof } from "../../../../firm/access/sessions.ts"
import { type CodeFor, findOpenCode, useCode } from "../../../../firm/users/sign-in/mailed-codes.ts"
import { type Proof, provePassword, readSignIn } from "../../../../firm/users/sign-in/proof.ts"
import { type OwnSignIn, readClientSignIn } from "../../../../intake/matters/invitations/invited.ts"
import type { PageRequest } from "../../../../intake/portal/page-request.ts"
import type { RoutedRequest } from "../../../../intake/portal/sections/section.tsx"
import type { Parts } from "../../../../parts.ts"
import { Failure } from "../../../../platform/errors.ts"
import { textOf } from "../../../../web/portal/form.ts"

/**
 * The proof a client must give: the password, if there is one; without it, an emailed code; without an email address, a
 * passkey. A client who has none of these needs no proof.
 */
export type RequiredProof = "current_password" | "proof_code" | "passkey"

export function requiredProofOf({ email, has_password, passkeys }: OwnSignIn): RequiredProof | undefined {
  if (has_password) return "current_password"
  if (email !== "") return "proof_code"
  return passkeys > 0 ? "passkey" : undefined
}

export type PasswordProof = { proof: Proof } | { refused: "wrong" | "blocked" }

/** Verifies the form's password; undefined if none is required. Opens its own transactions. */
export async function verifyPasswordProof(
  parts: Parts,
  { form }: RoutedRequest,
  { user_id, firm_id }: ClientIdentity,
  sign_in: OwnSignIn,
): Promise<PasswordProof | undefined> {
  if (requiredProofOf(sign_in) !== "current_password") return undefined
  const typed = textOf(form, "current_password") ?? ""
  if (typed.trim() === "") return { refused: "wrong" }
  try {
    const proof = await provePassword(parts, { firm_id, user_id }, typed)
    return proof ? { proof } : { refused: "wrong" }
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return { refused: "blocked" }
    throw error
  }
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
  shown: PasswordProof | undefined,
): Promise<Proof | ProofFault> {
  const { tx, client, parts, words } = req
  if (shown && "proof" in shown) return shown.proof
  const required = requiredProofOf(await readClientSignIn(tx, client))
  if (required === "proof_code") {
    const typed = textOf(form, "proof_code") ?? ""
    if (typed.trim() === "") return { field: "proof_code", text: words.entry.code_missing }
    const used = await useCode(tx, parts.ring, proofCodeOf(client), typed)
    if (used.kind !== "right") return { field: "proof_code", text: words.entry.code_faults[used.kind] }
  } else if (required === "passkey") {
    if (!(await useProof(tx, client.session_id)))
      return { field: "#main", text: words.account.passkey_proof_missing }
  } else if (shown || required) {
    const { current_wrong, current_blocked } = words.account
    return {
      field: "current_password",
      text: shown?.refused === "blocked" ? current_blocked : current_wrong,
    }
  }
  return readSignIn(tx, client.user_id)
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
