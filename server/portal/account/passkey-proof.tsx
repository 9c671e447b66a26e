// Fresh proof by passkey, for whoever has neither an address for a code nor a password: shown before the form, because a
// browser asks its device one thing at a time.
import type { FastifyRequest } from "fastify"
import { openOffer, sealOffer } from "../../access/passkey-offers.ts"
import { recordProof } from "../../access/sessions.ts"
import type { Parts } from "../../parts.ts"
import { askForPasskey, credentialIdOf } from "../../platform/passkeys.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { listStoredPasskeys, provePasskey, requireFreshChallenge } from "../../users/passkeys.ts"
import { textOf } from "../form.ts"
import { PasskeyFields, type PasskeyRequest, passkeyAttributes } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import type { RoutedRequest } from "../section.tsx"
import type { Redirect, View } from "../view.tsx"
import type { Words } from "../words/en.ts"
import { accountPage } from "./account-page.ts"

/** What the client's browser is asked, for one of their own passkeys. */
export async function askForProof({ tx, client, parts, words }: PageRequest): Promise<PasskeyRequest> {
  const options = await askForPasskey(parts.base_url, await listStoredPasskeys(tx, client.user_id))
  const offer = sealOffer(parts.ring, options.challenge, aboutProof(client.user_id), tx.now)
  return { ceremony: "get", options, offer, trouble: words.account.passkey_proof_trouble }
}

/** Hidden until the island is there; without script the page says what is missing. */
export function ShowPasskey({ to, passkey, words }: { to: string; passkey: PasskeyRequest; words: Words }) {
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

/** Whether one of the client's own passkeys answered this page. Opens transactions of its own. */
export async function judgeOwnPasskey(
  request: FastifyRequest,
  parts: Parts,
  { form }: RoutedRequest,
): Promise<boolean> {
  const { client, own } = await request.inPortal(async (tx, client) => ({
    client,
    own: await listStoredPasskeys(tx, client.user_id),
  }))
  const answer = textOf(form, "credential") ?? ""
  const about = aboutProof(client.user_id)
  const challenge = openOffer(parts.ring, textOf(form, "offer") ?? "", about, parts.db.clock())
  const passkey = own.find(({ credential_id }) => credentialIdOf(answer)?.equals(credential_id))
  if (!challenge || !passkey) return false
  await requireFreshChallenge(parts, challenge)
  return provePasskey(parts, client.firm_id, challenge, answer, passkey)
}

/** Notes the proof and goes back to the page that asks for it; says so where there is none. */
export async function takePasskeyProof(
  { tx, client, words }: PageRequest,
  { form }: RoutedRequest,
  isProven = false,
): Promise<View | Redirect> {
  const back = accountPage(textOf(form, "to"))
  if (isProven) {
    await recordProof(tx, client.session_id)
    return { to: back }
  }
  const title = words.account.passkey_proof_title
  return {
    title,
    status: 422,
    errors: [{ href: "#main", text: words.account.passkey_proof_wrong }],
    back: { href: back },
    body: <PageHeading title={title} />,
  }
}

/** An answer at the entry is none here, nor is that of another client. */
function aboutProof(user_id: string): string {
  return `proof ${user_id}`
}
