// A new address counts once a code that was sent there has come back.
import type { FastifyRequest } from "fastify"
import { parseEmail } from "../../answers/email_and_phone.ts"
import { faultSentence } from "../../answers/fault_sentences.ts"
import type { Parts as PortalParts } from "../../parts.ts"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { TextField } from "../../ui/components/text-field.tsx"
import { createCode } from "../../users/mailed_codes.ts"
import { requireUnchanged } from "../../users/proof.ts"
import { mailNewEmailCode } from "../entry/code_mail.ts"
import { textOf } from "../form.ts"
import { PageForm } from "../page_form.tsx"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect, View } from "../view.tsx"
import type { Visit } from "../visit.ts"
import { newEmailOf } from "./email_confirmation.tsx"
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

/** Asks for another address. */
export async function showEmail(
  visit: Visit,
  request: RoutedRequest,
  faults: readonly AccountFault[] = [],
): Promise<View> {
  const { words, tx, client } = visit
  const { account } = words
  const sign_in = await readClientSignIn(tx, client)
  const kind = proofKindOf(sign_in)
  const isAskedFirst = kind === "code" && faults.length === 0 && !(await hasOpenProofCode(visit))
  return {
    title: account.email_title,
    status: faults.length > 0 ? 422 : 200,
    errors: faults,
    back: { href: "/portal/account" },
    body: (
      <>
        <PageHeading title={account.email_title} lede={account.email_lede} />
        {isAskedFirst ? (
          <SendProofCode to="email" sign_in={sign_in} words={words} />
        ) : (
          <>
            <PageForm action="/portal/account/email" words={words} submit={account.email_submit}>
              <ProofField kind={kind} sign_in={sign_in} words={words} request={request} faults={faults} />
              <TextField
                id="email"
                type="email"
                inputmode="email"
                autocomplete="email"
                label={account.new_email_label}
                hint={account.email_hint}
                value={textOf(request.form, "email")}
                error={faultAt(faults, "email")}
              />
            </PageForm>
            <SendAgain kind={kind} to="email" words={words} />
          </>
        )}
      </>
    ),
  }
}

/** Judges the present password, outside of any transaction; not where the address cannot be taken anyway. */
export async function prepareEmail(
  request: FastifyRequest,
  parts: PortalParts,
  routed: RoutedRequest,
): Promise<ShownPassword | undefined> {
  if (parseEmail(textOf(routed.form, "email")).kind !== "value") return undefined
  const here = await request.inPortal(async (tx, client) => ({
    client,
    ...(await readClientSignIn(tx, client)),
  }))
  return judgeCurrentPassword(parts, routed, here)
}

/** Sends a code to the new address; the present one stays until it comes back. */
export async function saveEmail(
  visit: Visit,
  request: RoutedRequest,
  shown: ShownPassword | undefined,
): Promise<View | Redirect> {
  const { tx, client, parts, words, lang } = visit
  const { account, entry } = words
  const email = parseEmail(textOf(request.form, "email"))
  if (email.kind !== "value") {
    const text =
      email.kind === "fault"
        ? faultSentence(email.fault, account.new_email_label, lang)
        : account.email_missing
    return showEmail(visit, request, [{ href: "email", text }])
  }
  const proof = await takeProof(visit, request, shown)
  if (isFault(proof)) return showEmail(visit, request, [{ href: proof.field, text: proof.text }])
  await requireUnchanged(tx, proof)
  const sent = await createCode(tx, parts.ring, { ...newEmailOf(client), email: email.value })
  if (sent.kind === "too_many")
    return {
      ...(await showEmail(visit, request, [{ href: "email", text: entry.too_many_codes }])),
      status: 429,
    }
  if (sent.kind === "new") await mailNewEmailCode(visit, email.value, sent.code)
  return { to: "/portal/account/email/confirmation" }
}
