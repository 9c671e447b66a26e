// Fresh proof by passkey, for clients who have neither an email address nor a password. It comes before the form, because
// a browser runs one passkey ceremony at a time.
import type { FastifyRequest } from "fastify"
import { openOffer, sealOffer } from "../../../../firm/access/passkey-offers.ts"
import { recordProof } from "../../../../firm/access/sessions.ts"
import {
  listStoredPasskeys,
  provePasskey,
  requireFreshChallenge,
} from "../../../../firm/users/sign-in/passkeys.ts"
import type { PageRequest } from "../../../../intake/portal/page-request.ts"
import type { RoutedRequest } from "../../../../intake/portal/sections/section.tsx"
import type { Redirect, View } from "../../../../intake/portal/view.tsx"
import type { Parts } from "../../../../parts.ts"
import { createAuthenticationOptions, credentialIdOf } from "../../../../platform/passkeys.ts"
import { textOf } from "../../../../web/portal/form.ts"
import { PasskeyFields, type PasskeyRequest, passkeyAttributes } from "../../../../web/portal/page-form.tsx"
import type { Words } from "../../../../web/portal/words/en.ts"
import { Actions, Button } from "../../../../web/ui/components/button.tsx"
import { accountPageUrl } from "../account-url.ts"
import { noProofView } from "./proof-fields.tsx"

/** The passkey request for the client's own passkeys. */
export async function passkeyProofRequest({
  tx,
  client,
  parts,
  words,
}: PageRequest): Promise<PasskeyRequest> {
  const options = await createAuthenticationOptions(
    parts.base_url,
    await listStoredPasskeys(tx, client.user_id),
  )
  const offer = sealOffer(parts.ring, options.challenge, aboutProof(client.user_id), tx.now)
  return { ceremony: "get", options, offer, trouble: words.account.passkey_proof_trouble }
}

/** Hidden until the page's script runs; without it, the page says what is missing. */
export function PasskeyProofForm({
  to,
  passkey,
  words,
}: {
  to: string
  passkey: PasskeyRequest
  words: Words
}) {
  const { account } = words
  return (
    <>
      <p id="no-passkey">{account.passkey_proof_unable}</p>
      <form method="post" action="/portal/account/passkey" {...passkeyAttributes(passkey)}>
        <input type="hidden" name="to" value={to} />
        <p>{account.passkey_proof_lede}</p>
        <PasskeyFields {...passkey} />
        <Actions>
          <Button wide icon="lock">
            {account.passkey_proof_submit}
          </Button>
        </Actions>
        <p class="hint">{words.passkeys.sign_in_hint}</p>
      </form>
    </>
  )
}

/** Whether one of the client's own passkeys signed this page's challenge. Opens its own transactions. */
export async function verifyOwnPasskey(
  request: FastifyRequest,
  parts: Parts,
  { form }: RoutedRequest,
): Promise<boolean> {
  const { client, own } = await request.inPortal(async (tx, client) => ({
    client,
    own: await listStoredPasskeys(tx, client.user_id),
  }))
  const credential = textOf(form, "credential") ?? ""
  const about = aboutProof(client.user_id)
  const challenge = openOffer(parts.ring, textOf(form, "offer") ?? "", about, parts.db.clock())
  const passkey = own.find(({ credential_id }) => credentialIdOf(credential)?.equals(credential_id))
  if (!challenge || !passkey) return false
  await requireFreshChallenge(parts, challenge)
  return provePasskey(parts, client.firm_id, challenge, credential, passkey)
}

/** Records the proof and returns to the page that requires it, or says that the proof failed. */
export async function recordPasskeyProof(
  { tx, client, words }: PageRequest,
  { form }: RoutedRequest,
  isProven = false,
): Promise<View | Redirect> {
  const back = accountPageUrl(textOf(form, "to"))
  if (isProven) {
    await recordProof(tx, client.session_id)
    return { to: back }
  }
  const { passkey_proof_title, passkey_proof_wrong } = words.account
  return noProofView(back, 422, passkey_proof_title, passkey_proof_wrong)
}

/** Binds an offer to this client and purpose: a response from sign-in, or from another client, is not accepted here. */
function aboutProof(user_id: string): string {
  return `proof ${user_id}`
}
