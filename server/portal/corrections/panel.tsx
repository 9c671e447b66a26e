import { Actions } from "../../ui/components/actions.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import type { PageRequest } from "../page-request.ts"
import type { Words } from "../words/en.ts"
import { wordsIn } from "../words/words.ts"
import { type AskedThing, askedThings } from "./asked.ts"
import { answerUrl } from "./notes.tsx"

/** On top of the task list: what the firm asks to be looked at again; null while it asks nothing. */
export async function correctionsPanel(req: PageRequest) {
  const things = await askedThings(req)
  if (things.length === 0) return null
  const { firm, lang, client } = req
  const words = wordsIn(lang).corrections
  const open = things.filter(({ state }) => state === "open").length
  return (
    <Card title={open > 0 ? words.panel_title(firm.name, open) : words.done_title(firm.name)} id="asked">
      <p>{open > 0 ? words.panel_lede : words.done_lede(firm.name)}</p>
      <ul class="asked-list" aria-label={words.list(firm.name)}>
        {things.map((thing) => (
          <li key={thing.id} id={thing.id}>
            <AskedItem thing={thing} words={words} may_answer={!client.is_firm_staff} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function AskedItem(props: { thing: AskedThing; words: Words["corrections"]; may_answer: boolean }) {
  const { thing, words } = props
  const isOpen = thing.state === "open"
  const state = isOpen ? words.open : thing.is_only_looked_at ? words.looked_at : words.changed
  return (
    <>
      <p class="row row-between">
        {thing.href ? <a href={thing.href}>{thing.title}</a> : <strong>{thing.title}</strong>}
        <Tag tone={isOpen ? "warning" : "success"}>{state}</Tag>
      </p>
      <p class="long-text">{thing.words}</p>
      {!thing.href && <p class="hint">{words.gone}</p>}
      {isOpen && props.may_answer && (
        <form method="post" action={answerUrl(thing)}>
          <Actions>
            <Button look="secondary" icon="check">
              {words.looked}
              <span class="visually-hidden">{words.about(thing.title)}</span>
            </Button>
          </Actions>
        </form>
      )}
    </>
  )
}
