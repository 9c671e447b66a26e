import type { Language } from "../../definition/text.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { PasskeyFields, type PasskeyRequest, passkeyAttributes } from "../page-form.tsx"
import type { View } from "../view.tsx"
import { wordsIn } from "../words/words.ts"
import { LinkForm } from "./link-form.tsx"
import { Back, type EntryContext, type SignInContext } from "./sign-in-form.tsx"

/** Nobody knows who this is: a passkey tells, where there is one. */
export function strangerView(
  { lang, place, words }: EntryContext,
  said: {
    title: string
    text: string
    status: number
    fault?: string | undefined
    links_place?: string | undefined
  },
): View {
  const { title, text, status, fault, links_place } = said
  return {
    title,
    status: fault ? 422 : status,
    islands: ["passkey"],
    errors: fault ? [{ href: "#main", text: fault }] : [],
    body: (
      <>
        <PageHeading title={title} lede={text} />
        {links_place && <LinkForm place={links_place} words={words} level={2} />}
        {place.passkey && <PasskeySignIn passkey={place.passkey} place={place} lang={lang} is_stranger />}
      </>
    ),
  }
}

/** Hidden until the island is there: a passkey needs the browser's own dialog. */
export function PasskeySignIn(props: {
  passkey: PasskeyRequest
  place: SignInContext
  lang: Language
  is_stranger?: boolean
}) {
  const { passkey, place, lang, is_stranger = false } = props
  const words = wordsIn(lang).passkeys
  return (
    <form
      method="post"
      action={`${place.base}/passkey`}
      {...passkeyAttributes({ ...passkey, trouble: words.no_answer })}
    >
      {is_stranger && <h2>{words.stranger_title}</h2>}
      <Back place={place} />
      <PasskeyFields {...passkey} />
      <Actions>
        <Button wide icon="lock" look={is_stranger ? "secondary" : "primary"}>
          {words.sign_in}
        </Button>
      </Actions>
      <p class="hint">{words.sign_in_hint}</p>
    </form>
  )
}
