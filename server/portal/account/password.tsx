import type { FastifyRequest } from "fastify"
import { endSessionsOf } from "../../access/sessions.ts"
import { recordAudit } from "../../audit/audit.ts"
import { getFirm } from "../../firms/firms.ts"
import { listClientNames } from "../../matters/client_names.ts"
import type { Parts as PortalParts } from "../../parts.ts"
import { hashPassword } from "../../platform/secrets/passwords.ts"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { tellOfChange } from "../../users/notices.ts"
import { findPasswordFault, type PasswordFault } from "../../users/password_rules.ts"
import { passwordHints, passwordSentence } from "../../users/password_sentences.ts"
import { changePassword } from "../../users/proof.ts"
import { textOf } from "../form.ts"
import { PageForm } from "../page_form.tsx"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect, View } from "../view.tsx"
import type { Visit } from "../visit.ts"
import { type AccountFault, faultAt, ProofField, SendAgain, SendProofCode } from "./proof_fields.tsx"
import {
  hasOpenProofCode,
  isFault,
  judgeCurrentPassword,
  proofKindOf,
  readClientSignIn,
  type ShownPassword,
  takeProof,
} from "./sign_in.ts"

/** Asks for a password, the first one or another. */
export async function showPassword(
  visit: Visit,
  request: RoutedRequest,
  faults: readonly AccountFault[] = [],
): Promise<View> {
  const { words, tx, client, lang } = visit
  const { account } = words
  const sign_in = await readClientSignIn(tx, client)
  const kind = proofKindOf(sign_in)
  const title = sign_in.has_password ? account.password_change_title : account.password_set_title
  const isAskedFirst = kind === "code" && faults.length === 0 && !(await hasOpenProofCode(visit))
  return {
    title,
    status: faults.length > 0 ? 422 : 200,
    errors: faults,
    back: { href: "/portal/account" },
    body: (
      <>
        <PageHeading title={title} lede={account.others_signed_out} />
        {isAskedFirst ? (
          <SendProofCode to="password" sign_in={sign_in} words={words} />
        ) : (
          <>
            <PageForm action="/portal/account/password" words={words} submit={account.submit}>
              <ProofField kind={kind} sign_in={sign_in} words={words} request={request} faults={faults} />
              <TextField
                id="password"
                type="password"
                autocomplete="new-password"
                label={sign_in.has_password ? account.new_password_label : account.password_label}
                hint={passwordHints[lang]}
                error={faultAt(faults, "password")}
              />
            </PageForm>
            <SendAgain kind={kind} to="password" words={words} />
          </>
        )}
      </>
    ),
  }
}

export interface PreparedPassword {
  fault?: PasswordFault | undefined
  shown?: ShownPassword | undefined
  password_hash?: string
}

/** Judges both passwords and hashes the new one, outside of any transaction. */
export async function preparePassword(
  request: FastifyRequest,
  parts: PortalParts,
  routed: RoutedRequest,
): Promise<PreparedPassword> {
  const { about, ...here } = await request.inPortal(async (tx, client) => {
    const [firm, names, { has_password }] = await Promise.all([
      getFirm(tx),
      listClientNames(tx, client.matter_id),
      readClientSignIn(tx, client),
    ])
    return { client, has_password, about: [client.email, client.name, firm.name, ...names] }
  })
  const password = textOf(routed.form, "password") ?? ""
  const fault = await findPasswordFault(password, about)
  if (fault) return { fault }
  const shown = await judgeCurrentPassword(parts, routed, here)
  if (shown && shown.kind !== "right") return { shown }
  return { shown, password_hash: await hashPassword(password) }
}

/** Saves the password; all other devices are signed out. */
export async function savePassword(
  visit: Visit,
  request: RoutedRequest,
  { fault, shown, password_hash }: PreparedPassword = {},
): Promise<View | Redirect> {
  const { tx, client, parts, lang } = visit
  if (fault) return showPassword(visit, request, [{ href: "password", text: passwordSentence(fault, lang) }])
  const proof = await takeProof(visit, request, shown)
  if (isFault(proof)) return showPassword(visit, request, [{ href: proof.field, text: proof.text }])
  if (!password_hash) return { to: "/portal/account/password" }
  const { matter_id, user_id } = client
  const { email, has_password } = await readClientSignIn(tx, client)
  await changePassword(tx, proof, password_hash)
  await endSessionsOf(tx, user_id, client.session_id)
  await recordAudit(tx, "client_password_changed", { matter_id, record_id: user_id })
  const change = has_password ? "password_changed" : "password_set"
  await tellOfChange(tx, parts, user_id, change, { email, matter_id })
  return { to: "/portal/account?saved=yes" }
}
