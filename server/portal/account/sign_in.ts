// How the client who is here can come back, and what shows afresh who they are before that changes.
import type { ClientIdentity } from "../../access/portal.ts"
import type { Parts as PortalParts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import { Failure } from "../../platform/errors.ts"
import { type CodeFor, findOpenCode, useCode } from "../../users/mailed_codes.ts"
import { type Proof, provePassword, readSignIn } from "../../users/proof.ts"
import { textOf } from "../form.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Visit } from "../visit.ts"

export interface ClientSignIn {
  /** Where codes go: the address the client gave, else the one the firm invited; empty for nowhere. */
  email: string
  has_password: boolean
}

export function readClientSignIn(
  tx: Tx,
  { user_id, matter_id }: Pick<ClientIdentity, "user_id" | "matter_id">,
): Promise<ClientSignIn> {
  return tx.one(sql`
    select coalesce(nullif(u.email, ''), i.email) as email, u.password_hash is not null as has_password
      from users u join invitations i on i.user_id = u.id and i.matter_id = ${matter_id}
     where u.id = ${user_id} order by i.id desc limit 1`)
}

/** What somebody has to show: the password where there is one, else a code by mail; nothing where neither exists. */
export type ProofKind = "password" | "code" | "none"

export function proofKindOf({ email, has_password }: ClientSignIn): ProofKind {
  if (has_password) return "password"
  return email === "" ? "none" : "code"
}

/** What was shown before the transaction: passwords are verified outside of it. */
export interface ShownPassword {
  kind: "right" | "wrong" | "blocked"
  proof?: Proof
}

/** Judges the present password of the form; undefined where this client has none. Opens transactions of its own. */
export async function judgeCurrentPassword(
  parts: PortalParts,
  { form }: RoutedRequest,
  { client, has_password }: { client: ClientIdentity; has_password: boolean },
): Promise<ShownPassword | undefined> {
  if (!has_password) return undefined
  const password = textOf(form, "current_password") ?? ""
  if (password === "") return { kind: "wrong" }
  try {
    const proof = await provePassword(parts, client, password)
    return proof ? { kind: "right", proof } : { kind: "wrong" }
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return { kind: "blocked" }
    throw error
  }
}

export interface ProofFault {
  field: "current_password" | "proof_code"
  text: string
}

/** The proof of who is here, or what is wrong with it in words. A wrong code counts: keep the transaction. */
export async function takeProof(
  { tx, client, parts, words }: Visit,
  { form }: RoutedRequest,
  shown: ShownPassword | undefined,
): Promise<Proof | ProofFault> {
  const kind = proofKindOf(await readClientSignIn(tx, client))
  const { account, entry } = words
  if (kind === "password") {
    if (shown?.proof) return shown.proof
    const text = shown?.kind === "blocked" ? account.current_blocked : account.current_wrong
    return { field: "current_password", text }
  }
  if (kind === "code") {
    const typed = textOf(form, "proof_code") ?? ""
    if (typed.trim() === "") return { field: "proof_code", text: entry.code_missing }
    const used = await useCode(tx, parts.ring, proofCodeOf(client), typed)
    if (used.kind !== "right")
      return { field: "proof_code", text: used.kind === "over" ? entry.code_over : entry.code_wrong }
  }
  return readSignIn(tx, client.user_id)
}

export function isFault(proof: Proof | ProofFault): proof is ProofFault {
  return "field" in proof
}

/** Whether a code that proves who is here has been sent and still works. */
export async function hasOpenProofCode({ tx, client }: Visit): Promise<boolean> {
  return (await findOpenCode(tx, proofCodeOf(client))) !== undefined
}

export function proofCodeOf({ user_id, matter_id }: ClientIdentity): CodeFor {
  return { user_id, matter_id, purpose: "proof" }
}
