import type { Language } from "../../../definition/text.ts"
import { joinWords } from "../../../platform/text/joined-words.ts"
import { wordsAbout, wordsIn } from "../../../web/portal/words/words.ts"
import { Button } from "../../../web/ui/components/button.tsx"
import { impersonationStartUrl } from "./urls.ts"

/** The staff member and the clients they act for, shown on every page. */
export interface Impersonation {
  matter_id: string
  staff_name: string
  /** First names of the clients; empty if none is known. */
  clients: readonly string[]
}

export function ImpersonationBar(props: {
  impersonation: Impersonation
  lang: Language
  wide?: boolean | undefined
}) {
  const { impersonation, lang, wide } = props
  const words = wordsIn(lang).impersonation
  const { clients, staff_name } = impersonation
  const whose = joinWords(clients.map(words.whose), lang)
  const sentence = clients.length > 0 ? words.who(whose, staff_name) : words.who_unnamed(staff_name)
  return (
    <section class="impersonation-bar" aria-label={words.label}>
      <div class={`column ${wide ? "column-wide " : ""}impersonation-bar-line`}>
        <p>{sentence}</p>
        <form method="post" action={`${impersonationStartUrl(impersonation.matter_id)}/end`} data-stop>
          <Button variant="secondary" small>
            {words.stop}
          </Button>
        </form>
      </div>
    </section>
  )
}

/** The bar for a helper invited by the firm. */
export function HelperBar({ who, lang, wide }: { who: string; lang: Language; wide?: boolean | undefined }) {
  const { label, bar } = wordsAbout(who, lang).helper
  return (
    <section class="impersonation-bar helper-bar" aria-label={label}>
      <div class={`column${wide ? " column-wide" : ""} impersonation-bar-line`}>
        <p>{bar}</p>
      </div>
    </section>
  )
}
