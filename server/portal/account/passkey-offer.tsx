// Offered once somebody has come back, which is when a code is felt to be a burden: until there is a passkey, or the
// client wants to see no more of it.

import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import { isPasskeyWorthOffering } from "../../users/passkeys.ts"
import { changePreferences } from "../../users/users.ts"
import type { PageRequest } from "../page-request.ts"
import type { Redirect } from "../view.tsx"
import { account_home } from "./account-page.ts"

export const offer_url = `${account_home}/passkey-offer`

/** The card on the client's list; null where there is nothing to offer. */
export async function passkeyOffer({ tx, client, words, impersonation }: PageRequest) {
  if (impersonation || !(await isPasskeyWorthOffering(tx, client))) return null
  const { passkeys } = words
  return (
    <Card title={passkeys.offer_title}>
      <p>{passkeys.offer}</p>
      <form method="post" action={offer_url}>
        <Actions>
          <LinkButton href={`${account_home}/passkeys/new`} look="secondary">
            {passkeys.add}
          </LinkButton>
          <Button look="quiet">{passkeys.offer_never}</Button>
        </Actions>
      </form>
    </Card>
  )
}

/** Nothing more of it. */
export async function declinePasskeyOffer({ tx, client }: PageRequest): Promise<Redirect> {
  await changePreferences(tx, client.user_id, { passkey_offer: "off" })
  return { to: "/portal" }
}
