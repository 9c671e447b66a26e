// Offers a passkey to returning clients, who have just felt the burden of a code, until they add one or decline.

import { isPasskeyWorthOffering } from "../../../firm/users/sign-in/passkeys.ts"
import { changePreferences } from "../../../firm/users/users.ts"
import type { PageRequest } from "../../../intake/portal/page-request.ts"
import type { Redirect } from "../../../intake/portal/view.tsx"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { accountUrl } from "./account-url.ts"

export const offerUrl = `${accountUrl}/passkey-offer`

/** The card on the home page; null if there is nothing to offer. */
export async function passkeyOffer({ tx, client, words, impersonation }: PageRequest) {
  if (impersonation || !(await isPasskeyWorthOffering(tx, client))) return null
  const { passkeys } = words
  return (
    <Card title={passkeys.offer_title}>
      <p>{passkeys.offer}</p>
      <form method="post" action={offerUrl}>
        <Actions>
          <LinkButton href={`${accountUrl}/passkeys/new`} variant="secondary">
            {passkeys.add}
          </LinkButton>
          <Button variant="quiet">{passkeys.offer_never}</Button>
        </Actions>
      </form>
    </Card>
  )
}

/** Stops the offer for good. */
export async function declinePasskeyOffer({ tx, client }: PageRequest): Promise<Redirect> {
  await changePreferences(tx, client.user_id, { passkey_offer: "off" })
  return { to: "/portal" }
}
