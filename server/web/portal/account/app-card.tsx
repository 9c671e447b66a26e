import type { Language } from "../../../definition/text.ts"
import type { ClientSignIn } from "../../../intake/matters/invitations/invited.ts"
import { Actions, LinkButton } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { wordsIn } from "../words/words.ts"
import { accountUrl } from "./account-url.ts"
import { hasFirstFactor } from "./proof/proof.ts"

const home = `${accountUrl}/app`

/** The authenticator app's card on the account page. */
export function AppCard(props: { sign_in: ClientSignIn; codes_left: number; lang: Language }) {
  const { sign_in, codes_left, lang } = props
  const words = wordsIn(lang).app
  if (sign_in.has_second_factor)
    return (
      <Card title={words.title} id="app">
        <p>
          {words.on} {words.codes_left(codes_left)}
        </p>
        <Actions>
          <LinkButton href={`${home}/recovery-codes`} variant="secondary">
            {words.create_codes}
          </LinkButton>
          <LinkButton href={home} variant="secondary">
            {words.move}
          </LinkButton>
          <LinkButton href={`${home}/removal`} variant="quiet">
            {words.turn_off}
          </LinkButton>
        </Actions>
      </Card>
    )
  return (
    <Card title={words.title} id="app">
      <p>{words.off}</p>
      {hasFirstFactor(sign_in) ? (
        <Actions>
          <LinkButton href={home} variant="secondary">
            {words.set_up}
          </LinkButton>
        </Actions>
      ) : (
        <p>{words.needs_way}</p>
      )}
    </Card>
  )
}
