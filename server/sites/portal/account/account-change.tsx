// The shared shape of the pages that change a client's sign-in. Each change requires a fresh proof of identity. Slow work,
// such as hashing a password, happens before the page's transaction.

import type { FastifyRequest } from "fastify"
import type { ComponentChildren } from "preact"
import { hasProof } from "../../../firm/access/sessions.ts"
import { type Proof, requireUnchanged } from "../../../firm/users/sign-in/proof.ts"
import { type OwnSignIn, readClientSignIn } from "../../../intake/matters/invitations/invited.ts"
import { page } from "../../../intake/portal/page.ts"
import type { PageRequest } from "../../../intake/portal/page-request.ts"
import type { RoutedRequest } from "../../../intake/portal/sections/section.tsx"
import type { Redirect, View } from "../../../intake/portal/view.tsx"
import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { PageForm, type PasskeyRequest } from "../../../web/portal/page-form.tsx"
import { PageHeading } from "../../../web/ui/components/page-heading.tsx"
import { accountUrl } from "./account-url.ts"
import { PasskeyProofForm, passkeyProofRequest } from "./proof/passkey-proof.tsx"
import {
  hasOpenProofCode,
  isFault,
  type PasswordProof,
  type RequiredProof,
  requiredProofOf,
  resolveProof,
  verifyPasswordProof,
} from "./proof/proof.ts"
import { type AccountFault, ProofField, ResendProofCode, SendProofCode } from "./proof/proof-fields.tsx"

/** The content of a page, above and inside its form. */
export interface ChangePage {
  title: string
  lede?: ComponentChildren
  submit: string
  /** Shown above the form. */
  before?: ComponentChildren
  fields?: ComponentChildren
  is_danger?: boolean
  passkey?: PasskeyRequest
  islands?: readonly string[]
}

/** One page that changes a client's sign-in. `Ready` is what `prepare` makes of the form before the transaction. */
export interface AccountChange<Ready> {
  /** The page, or a redirect if there is nothing to change. */
  show(req: PageRequest, request: RoutedRequest, at: ChangeState): Promise<ChangePage | Redirect>
  /** Parses the page's own fields, before any proof is used up. Opens its own transactions. */
  prepare(request: FastifyRequest, parts: Parts, routed: RoutedRequest): Promise<Prepared<Ready>>
  /** Does slow work after the password was verified and before the transaction. */
  complete?(ready: Ready, parts: Parts): Promise<Ready>
  /** Makes the change. The caller has checked that the sign-in has not changed since the proof. */
  change(
    req: PageRequest,
    proof: Proof,
    ready: Ready,
    request: RoutedRequest,
  ): Promise<View | Redirect | AccountFault>
}

/** The parsed form, or its fault. */
export type Prepared<Ready> = { ready: Ready } | { refused: (req: PageRequest) => AccountFault }

/** For a page whose form has no fields of its own. */
export async function prepareNothing(): Promise<Prepared<undefined>> {
  return { ready: undefined }
}

export interface ChangeState {
  sign_in: OwnSignIn
  faults: readonly AccountFault[]
}

/** Registers the page at `/portal/account/…` and the form on it. */
export function accountChangeRoutes<Ready>(
  app: App,
  parts: Parts,
  path: string,
  form: AccountChange<Ready>,
): void {
  const url = `${accountUrl}/${path}`
  page(app, parts, "GET", url, (req, request) => show(req, request, form))
  page<{ prepared_form: Prepared<Ready>; shown: PasswordProof | undefined }>(
    app,
    parts,
    "POST",
    url,
    async (req, request, prepared) => {
      if (!prepared) return show(req, request, form)
      const { prepared_form, shown } = prepared
      if ("refused" in prepared_form) return show(req, request, form, [prepared_form.refused(req)])
      const proof = await resolveProof(req, request, shown)
      if (isFault(proof)) return show(req, request, form, [{ href: proof.field, text: proof.text }])
      await requireUnchanged(req.tx, proof)
      const outcome = await form.change(req, proof, prepared_form.ready, request)
      return "text" in outcome ? show(req, request, form, [outcome]) : outcome
    },
    {
      prepare: async (request, _, routed) => {
        const prepared_form = await form.prepare(request, parts, routed)
        if ("refused" in prepared_form) return { prepared_form, shown: undefined }
        const { client, sign_in } = await request.inPortal(async (tx, client) => ({
          client,
          sign_in: await readClientSignIn(tx, client),
        }))
        const shown = await verifyPasswordProof(parts, routed, client, sign_in)
        if (!form.complete || (shown && !("proof" in shown))) return { prepared_form, shown }
        return { prepared_form: { ready: await form.complete(prepared_form.ready, parts) }, shown }
      },
    },
  )
}

async function show<Ready>(
  req: PageRequest,
  request: RoutedRequest,
  form: AccountChange<Ready>,
  faults: readonly AccountFault[] = [],
): Promise<View | Redirect> {
  const { words, tx, client } = req
  const sign_in = await readClientSignIn(tx, client)
  const shown = await form.show(req, request, { sign_in, faults })
  if ("to" in shown) return shown
  const to = request.path.slice(accountUrl.length + 1)
  const required = requiredProofOf(sign_in)
  const first = await findFirstStep(req, { required, to, sign_in, faults })
  return {
    title: shown.title,
    status: faults.length > 0 ? 422 : 200,
    errors: faults,
    back: { href: accountUrl },
    islands: first ? first.islands : (shown.islands ?? []),
    body: (
      <>
        <PageHeading title={shown.title} lede={shown.lede} />
        {first?.body ?? (
          <>
            {shown.before}
            <PageForm
              action={request.path}
              words={words}
              submit={shown.submit}
              variant={shown.is_danger ? "danger" : undefined}
              passkey={shown.passkey}
            >
              <ProofField sign_in={sign_in} words={words} request={request} faults={faults} />
              {shown.fields}
            </PageForm>
            {required === "proof_code" && <ResendProofCode to={to} words={words} />}
          </>
        )}
      </>
    ),
  }
}

/** What the client must do before the form: request a code, or use a passkey. */
async function findFirstStep(
  req: PageRequest,
  about: {
    required: RequiredProof | undefined
    to: string
    sign_in: OwnSignIn
    faults: readonly AccountFault[]
  },
): Promise<{ body: ComponentChildren; islands: readonly string[] } | undefined> {
  const { required, to, sign_in, faults } = about
  const { tx, client, words } = req
  if (required === "proof_code" && faults.length === 0 && !(await hasOpenProofCode(req)))
    return { body: <SendProofCode to={to} sign_in={sign_in} words={words} />, islands: [] }
  if (required === "passkey" && !(await hasProof(tx, client.session_id))) {
    const passkey = await passkeyProofRequest(req)
    return { body: <PasskeyProofForm to={to} passkey={passkey} words={words} />, islands: ["passkey"] }
  }
  return undefined
}
