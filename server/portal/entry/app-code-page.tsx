import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { AppCodeField } from "../account/proof-fields.tsx"
import type { View } from "../view.tsx"
import { wordsIn } from "../words/words.ts"
import { type EntryContext, SignInFields, signInUrl } from "./sign-in-form.tsx"

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
