import type { Language } from "../../../../definition/text.ts"
import type { View } from "../../../../intake/portal/view.tsx"
import { PasskeyFields, type PasskeyRequest, passkeyAttributes } from "../../../../web/portal/page-form.tsx"
import { wordsIn } from "../../../../web/portal/words/words.ts"
import { Actions, Button } from "../../../../web/ui/components/button.tsx"
import { PageHeading } from "../../../../web/ui/components/page-heading.tsx"
import { LinkForm } from "../link-form.tsx"
import { type EntryContext, type SignInContext, SignInFields } from "./sign-in-form.tsx"

/** The page for an unknown client, who may sign in with a passkey. */
export function strangerView(
  { lang, sign_in, words }: EntryContext,
  shown: {
    title: string
    text: string
    status: number
    fault?: string | undefined
    links_place?: string | undefined
  },
): View {
  const { title, text, status, fault, links_place } = shown
  return {
    title,
    status: fault ? 422 : status,
    islands: ["passkey"],
    errors: fault ? [{ href: "#main", text: fault }] : [],
    body: (
      <>
        <PageHeading title={title} lede={text} />
        {links_place !== undefined && <LinkForm place={links_place} words={words} level={2} />}
        {sign_in.passkey && (
          <PasskeySignIn passkey={sign_in.passkey} sign_in={sign_in} lang={lang} is_stranger />
        )}
      </>
    ),
  }
}

/** Hidden until the page's script runs, because only a script can request a passkey. */
export function PasskeySignIn(props: {
  passkey: PasskeyRequest
  sign_in: SignInContext
  lang: Language
  is_stranger?: boolean
}) {
  const { passkey, sign_in, lang, is_stranger = false } = props
  const words = wordsIn(lang).passkeys
  return (
    <form
      method="post"
      action={`${sign_in.base}/passkey`}
      {...passkeyAttributes({ ...passkey, trouble: words.no_answer })}
    >
      {is_stranger && <h2>{words.stranger_title}</h2>}
      <SignInFields sign_in={sign_in} />
      <PasskeyFields {...passkey} />
      <Actions>
        <Button wide icon="lock" variant={is_stranger ? "secondary" : "primary"}>
          {words.sign_in}
        </Button>
      </Actions>
      <p class="hint">{words.sign_in_hint}</p>
    </form>
  )
}
