// The second step of a sign-in with an authenticator app, after a password or an emailed code.
import type { FastifyRequest } from "fastify"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { sourceOf } from "../../../../firm/users/device-name.ts"
import { useOnce } from "../../../../firm/users/sign-in/attempts.ts"
import { readCredentials } from "../../../../firm/users/sign-in/credentials.ts"
import { useSecondFactor } from "../../../../firm/users/sign-in/second-factor.ts"
import type { Parts } from "../../../../parts.ts"
import type { Tx } from "../../../../platform/db/database.ts"
import { Failure } from "../../../../platform/errors.ts"
import type { Form } from "../../../../platform/http/responses/pages.ts"
import type { KeyRing } from "../../../../platform/secrets/key-ring.ts"
import { Actions, Button } from "../../../ui/components/button.tsx"
import { PageHeading } from "../../../ui/components/page-heading.tsx"
import { AppCodeField } from "../../account/proof/proof-fields.tsx"
import { textOf } from "../../form.ts"
import type { View } from "../../view.tsx"
import { wordsIn } from "../../words/words.ts"
import type { Invitee } from "../invitee.ts"
import { type EntryContext, SignInFields, signInUrl } from "./sign-in-form.tsx"

/** A client who passed the first step. Travels sealed in the form, so that the server stores nothing in between. */
interface Pending {
  firm_id: string
  user_id: string
  matter_id: string
  /** Receives the notice of a used recovery code. */
  email: string
  /** How the client signed in at the first step: see `credentialsOf`. */
  credentials: string
  until: number
}

const context = "portal_pending:second-step"
const lifetime_ms = 10 * 60_000

export async function sealPending(
  tx: Tx,
  ring: KeyRing,
  { firm_id, matter_id, email }: Invitee,
  user_id: string,
): Promise<string> {
  const credentials = await readCredentials(tx, user_id)
  const until = tx.now.getTime() + lifetime_ms
  const pending: Pending = { firm_id, user_id, matter_id, email, credentials, until }
  return ring.seal(JSON.stringify(pending), context)
}

/** Asks for the authenticator app's code after a correct first step, which the sealed `pending` proves. */
export function appCodeView({ lang, sign_in }: EntryContext, pending: string, fault?: string): View {
  const app = wordsIn(lang).app
  return {
    title: app.step_title,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: "app_code", text: fault }] : [],
    back: { href: signInUrl(sign_in) },
    body: (
      <>
        <PageHeading title={app.step_title} lede={app.step_lede} />
        <form method="post" action={`${sign_in.base}/second-step`} noValidate>
          <SignInFields sign_in={sign_in} />
          <input type="hidden" name="pending" value={pending} />
          <AppCodeField id="app_code" lang={lang} error={fault} />
          <Actions>
            <Button wide>{app.step_submit}</Button>
          </Actions>
        </form>
        <p class="hint">{app.step_lost}</p>
      </>
    ),
  }
}

export type AppCodeResult =
  | { kind: "right"; pending: Pending }
  | { kind: "missing" | "wrong" | "blocked"; sealed: string }
  /** The first step is too long ago, or the seal is not ours. */
  | { kind: "over" }

/** Verifies the app's code, or a recovery code. Opens its own transactions. */
export async function verifyAppCode(request: FastifyRequest, parts: Parts): Promise<AppCodeResult> {
  const form = (request.body ?? {}) as Form
  const sealed = textOf(form, "pending") ?? ""
  const pending = openPending(parts.ring, sealed, parts.db.clock())
  if (!pending) return { kind: "over" }
  const code = (textOf(form, "app_code") ?? "").trim()
  if (code === "") return { kind: "missing", sealed }
  const { firm_id, user_id, matter_id, email } = pending
  try {
    if (await useSecondFactor(parts, { firm_id, user_id, matter_id, email }, code))
      return (await useOnce(parts, sealed)) ? { kind: "right", pending } : { kind: "over" }
  } catch (error) {
    if (error instanceof Failure && error.code === "too_many_attempts") return { kind: "blocked", sealed }
    throw error
  }
  const failed = {
    matter_id,
    record_id: user_id,
    label: `Wrong code of the authenticator app: ${sourceOf(request)}`,
  }
  await parts.db.forFirm(firm_id, (tx) => recordAudit(tx, "sign_in_failed", failed))
  return { kind: "wrong", sealed }
}

function openPending(ring: KeyRing, sealed: string, now: Date): Pending | undefined {
  try {
    const pending = JSON.parse(ring.open(sealed, context)) as Pending
    return pending.until > now.getTime() ? pending : undefined
  } catch {
    return undefined
  }
}
