import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { PageHeading } from "../../ui/components/page-heading.tsx"
import { AppCodeField } from "../account/proof-fields.tsx"
import type { View } from "../view.tsx"
import { wordsIn } from "../words/words.ts"
import { Back, comeBackUrl, type EntryContext } from "./sign-in-form.tsx"

/** What came first was right; the code of the app is asked for besides. `pending` says so, under seal. */
export function appCodeView({ lang, place }: EntryContext, pending: string, fault?: string): View {
  const app = wordsIn(lang).app
  return {
    title: app.step_title,
    status: fault ? 422 : 200,
    errors: fault ? [{ href: "app_code", text: fault }] : [],
    back: { href: comeBackUrl(place) },
    body: (
      <>
        <PageHeading title={app.step_title} lede={app.step_lede} />
        <form method="post" action={`${place.base}/second-step`} noValidate>
          <Back place={place} />
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
