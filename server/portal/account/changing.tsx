// Every page that changes how a client comes back has the same shape: whoever changes it shows afresh who they are. What
// takes long, such as a password, is judged before the page's transaction.

import type { FastifyRequest } from "fastify"
import type { ComponentChildren } from "preact"
import { hasProof } from "../../access/sessions.ts"
import { type OwnSignIn, readClientSignIn } from "../../matters/invited.ts"
import type { Parts } from "../../parts.ts"
import type { App } from "../../platform/http/app.ts"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { type Proof, requireUnchanged } from "../../users/proof.ts"
import { page } from "../page.ts"
import { PageForm, type PasskeyRequest } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect, View } from "../view.tsx"
import { account_home } from "./account-page.ts"
import { askForProof, ShowPasskey } from "./passkey-proof.tsx"
import { type AccountFault, ProofFields, SendAgain, SendProofCode } from "./proof-fields.tsx"
import {
  hasOpenProofCode,
  isFault,
  judgeProof,
  type RequiredProof,
  requiredProofsOf,
  type ShownProof,
  takeProof,
} from "./sign-in.ts"

/** What a page shows above and inside its form. */
export interface ChangePage {
  title: string
  lede?: ComponentChildren
  submit: string
  /** Above the form. */
  before?: ComponentChildren
  fields?: ComponentChildren
  /** Where the fields of the proof stand; before the others unless told otherwise. */
  proof_last?: boolean
  is_danger?: boolean
  passkey?: PasskeyRequest
  islands?: readonly string[]
}

/** One page that changes how its client comes back. `Ready` is what was worked out before the transaction. */
export interface AccountChange<Ready> {
  /** What the page shows; a redirect where there is nothing to change. */
  show(req: PageRequest, request: RoutedRequest, at: At): Promise<ChangePage | Redirect>
  /**
   * Judges the page's own fields, before any proof is used up: a code of the app works once. Opens transactions of its
   * own.
   */
  prepare(request: FastifyRequest, parts: Parts, routed: RoutedRequest): Promise<Judged<Ready>>
  /** What takes long, once the proof holds and before the transaction. */
  complete?(ready: Ready, parts: Parts): Promise<Ready>
  /** Makes the change: nothing about the sign-in has changed since the proof. */
  change(
    req: PageRequest,
    proof: Proof,
    ready: Ready,
    request: RoutedRequest,
  ): Promise<View | Redirect | AccountFault>
}

/** What was prepared, or why it cannot be taken. */
export type Judged<Ready> = { ready: Ready } | { refused: (req: PageRequest) => AccountFault }

/** For a page whose form has no fields besides the proof. */
export async function nothingToJudge(): Promise<Judged<undefined>> {
  return { ready: undefined }
}

export interface At {
  sign_in: OwnSignIn
  faults: readonly AccountFault[]
}

/** Registers the page at `/portal/account/…` and the form on it. */
export function accountChange<Ready>(app: App, parts: Parts, path: string, form: AccountChange<Ready>): void {
  const url = `${account_home}/${path}`
  page(app, parts, "GET", url, (req, request) => show(req, request, form))
  page<{ judged: Judged<Ready>; shown: ShownProof | undefined }>(
    app,
    parts,
    "POST",
    url,
    async (req, request, prepared) => {
      if (!prepared) return show(req, request, form)
      const { judged, shown } = prepared
      if ("refused" in judged) return show(req, request, form, [judged.refused(req)])
      const proof = await takeProof(req, request, shown)
      if (isFault(proof)) return show(req, request, form, [{ href: proof.field, text: proof.text }])
      await requireUnchanged(req.tx, proof)
      const answer = await form.change(req, proof, judged.ready, request)
      return "text" in answer ? show(req, request, form, [answer]) : answer
    },
    {
      prepare: async (request, _, routed) => {
        const judged = await form.prepare(request, parts, routed)
        if ("refused" in judged) return { judged, shown: undefined }
        const { client, sign_in } = await request.inPortal(async (tx, client) => ({
          client,
          sign_in: await readClientSignIn(tx, client),
        }))
        const shown = await judgeProof(parts, routed, client, sign_in)
        if (!form.complete || (shown && !("proof" in shown))) return { judged, shown }
        return { judged: { ready: await form.complete(judged.ready, parts) }, shown }
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
  const { words, lang, tx, client } = req
  const sign_in = await readClientSignIn(tx, client)
  const shown = await form.show(req, request, { sign_in, faults })
  if ("to" in shown) return shown
  const to = request.path.slice(account_home.length + 1)
  const required = requiredProofsOf(sign_in)
  const isByMail = required.includes("proof_code")
  const first = await findFirstStep(req, { required, to, sign_in, faults })
  const proof = <ProofFields sign_in={sign_in} words={words} lang={lang} request={request} faults={faults} />
  return {
    title: shown.title,
    status: faults.length > 0 ? 422 : 200,
    errors: faults,
    back: { href: account_home },
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
              look={shown.is_danger ? "danger" : undefined}
              passkey={shown.passkey}
            >
              {!shown.proof_last && proof}
              {shown.fields}
              {shown.proof_last && proof}
            </PageForm>
            {isByMail && <SendAgain to={to} words={words} />}
          </>
        )}
      </>
    ),
  }
}

/** What has to be done before the form can be filled in: a code sent, or a passkey shown. */
async function findFirstStep(
  req: PageRequest,
  about: {
    required: readonly RequiredProof[]
    to: string
    sign_in: OwnSignIn
    faults: readonly AccountFault[]
  },
): Promise<{ body: ComponentChildren; islands: readonly string[] } | undefined> {
  const { required, to, sign_in, faults } = about
  const { tx, client, words } = req
  if (required.includes("proof_code") && faults.length === 0 && !(await hasOpenProofCode(req)))
    return { body: <SendProofCode to={to} sign_in={sign_in} words={words} />, islands: [] }
  if (required.includes("passkey") && !(await hasProof(tx, client.session_id))) {
    const passkey = await askForProof(req)
    return { body: <ShowPasskey to={to} passkey={passkey} words={words} />, islands: ["passkey"] }
  }
  return undefined
}
