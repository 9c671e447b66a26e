import type { Language } from "../../definition/text.ts"
import { joinWords } from "../../platform/joined-words.ts"
import { Button } from "../../ui/components/button.tsx"
import { wordsAbout, wordsIn } from "../words/words.ts"
import { behalfStartUrl } from "./addresses.ts"

/** Who acts here for whom: on every page, so that nobody forgets whose answers these are. */
export interface Behalf {
  matter_id: string
  staff_name: string
  /** First names of the clients; empty while nobody is named. */
  clients: readonly string[]
}

export function BehalfBar(props: { behalf: Behalf; lang: Language; wide?: boolean | undefined }) {
  const { behalf, lang, wide } = props
  const words = wordsIn(lang).behalf
  const { clients, staff_name } = behalf
  const whose = joinWords(clients.map(words.whose), lang)
  const sentence = clients.length > 0 ? words.who(whose, staff_name) : words.who_unnamed(staff_name)
  return (
    <section class="behalf-bar" aria-label={words.label}>
      <div class={`column ${wide ? "column-wide " : ""}behalf-bar-line`}>
        <p>{sentence}</p>
        <form method="post" action={`${behalfStartUrl(behalf.matter_id)}/end`} data-stop>
          <Button look="secondary" small>
            {words.stop}
          </Button>
        </form>
      </div>
    </section>
  )
}

/** The same for somebody the firm asked to help a client. */
export function HelperBar({ who, lang, wide }: { who: string; lang: Language; wide?: boolean | undefined }) {
  const { label, bar } = wordsAbout(who, lang).helper
  return (
    <section class="behalf-bar helper-bar" aria-label={label}>
      <div class={`column${wide ? " column-wide" : ""} behalf-bar-line`}>
        <p>{bar}</p>
      </div>
    </section>
  )
}
