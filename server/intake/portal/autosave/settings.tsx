import type { Language } from "../../../definition/text.ts"
import type { Impersonation } from "../../../firm/access/portal/banner.tsx"
import { impersonationStartUrl } from "../../../firm/access/portal/urls.ts"
import { maskedEmail } from "../../../platform/mail/masked-email.ts"
import type { Words } from "../../../web/portal/words/en.ts"
import { wordsIn } from "../../../web/portal/words/words.ts"
import { Actions, Button, LinkButton } from "../../../web/ui/components/button.tsx"
import { CodeField } from "../../../web/ui/components/text-field.tsx"

const fieldsPath = "/portal/fields"

/** The settings of the autosave script, with the panel for signing in again after the session ended. */
export function AutosaveSettings({
  client,
  mails,
  words,
  firm,
}: {
  client: { user_id: string; email: string }
  /** Whether the server can send codes by email. */
  mails: boolean
  words: Words
  /** Every time is shown in its time zone. */
  firm: { time_zone: string } | undefined
}) {
  const { sign_in, other_tab, code_sent, ...rest } = words.autosave
  const own = { ...rest, sign_in, code_sent: mails ? code_sent : words.entry.code_unsent }
  return (
    <>
      <IslandSettings user={client.user_id} words={own} time_zone={firm?.time_zone} />
      <template id="sign-in-again">
        <section class="card" tabindex={-1}>
          <div class="card-body">
            <h2>{words.entry.ended_title}</h2>
            <p>{sign_in}</p>
            {client.email !== "" && (
              <form method="post" action="/portal/sign-in/code">
                <Actions>
                  <Button>{words.entry.send_code(maskedEmail(client.email))}</Button>
                </Actions>
              </form>
            )}
            <form method="post" action="/portal/sign-in/session" hidden noValidate>
              <CodeField id="again-code" name="code" label={words.entry.code_label} />
              <Actions>
                <Button>{words.frame.go_on}</Button>
              </Actions>
            </form>
            <p role="status" />
            <p>
              <a href="/portal/sign-in" target="_blank" rel="noopener">
                {other_tab}
              </a>
            </p>
          </div>
        </section>
      </template>
    </>
  )
}

/** The same for staff: their pending changes are separate for each matter, and they start again in another tab. */
export function ImpersonationAutosaveSettings(props: {
  user_id: string
  impersonation: Impersonation
  lang: Language
  firm: { time_zone: string } | undefined
}) {
  const { user_id, impersonation, lang, firm } = props
  const { other_tab: _, ...words } = wordsIn(lang).autosave
  const { ended_title, still_typed, begin_again_tab } = wordsIn(lang).impersonation
  return (
    <>
      <IslandSettings
        user={`${user_id}.${impersonation.matter_id}`}
        words={{ ...words, sign_in: `${ended_title}. ${still_typed}` }}
        time_zone={firm?.time_zone}
      />
      <template id="sign-in-again">
        <section class="card" tabindex={-1}>
          <div class="card-body">
            <h2>{ended_title}</h2>
            <p>{still_typed}</p>
            <p>
              <LinkButton
                href={impersonationStartUrl(impersonation.matter_id)}
                attributes={{ target: "_blank", rel: "noopener" }}
              >
                {begin_again_tab}
              </LinkButton>
            </p>
          </div>
        </section>
      </template>
    </>
  )
}

function IslandSettings(props: { user: string; words: object; time_zone: string | undefined }) {
  const { user, words, time_zone } = props
  return (
    <div
      id="autosave"
      hidden
      data-user={user}
      data-fields={fieldsPath}
      data-home="/portal"
      data-time-zone={time_zone}
      data-words={JSON.stringify(words)}
    />
  )
}
