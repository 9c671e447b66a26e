// What the firm asks, as the client sees it: a list on the home page, and on the very page it is about the firm's words,
// with a way to say that it is right as it is. Beside a question they are part of its field.
import type { ComponentChildren } from "preact"
import type { CorrectionRow } from "../../corrections/corrections.ts"
import type { Section } from "../../definition/definition.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { Card } from "../../ui/components/card.tsx"
import { Tag } from "../../ui/components/tag.tsx"
import { pageFormId } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import { type PageEntry, type SectionPage, sectionUrl } from "../section.tsx"
import type { View } from "../view.tsx"
import type { Words } from "../words/en.ts"
import { wordsIn } from "../words/words.ts"
import { answerUrl, type CorrectionItem, correctionItems, correctionsAt, lookedField } from "./items.ts"

/** On top of the task list: what the firm asks to be looked at again; null while it asks nothing. */
export async function correctionsPanel(req: PageRequest) {
  const things = await correctionItems(req)
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
            <Item thing={thing} words={words} may_answer={!client.is_firm_staff} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Item(props: { thing: CorrectionItem; words: Words["corrections"]; may_answer: boolean }) {
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

/** A page of a section with all that is asked about it. */
export async function withCorrections(
  req: PageRequest,
  section: Section,
  pages: readonly PageEntry[],
  page: SectionPage,
  view: View,
): Promise<View> {
  const here = await correctionsAt(req, section, pages, page)
  if (here.length === 0) return view
  const url = ({ path }: SectionPage) => `${sectionUrl(section.id, path)}?return=home`
  return {
    ...view,
    banner: (
      <>
        {view.banner}
        {here
          // A question has them beside its field.
          .filter(({ kind }) => kind !== "question")
          .map((correction) => (
            <CorrectionBanner key={correction.id} req={req} correction={correction}>
              {correction.others.length > 0 && (
                <>
                  <p>{req.words.corrections.more_pages}</p>
                  <ul>
                    {correction.others.map((other) => (
                      <li key={other.path}>
                        <a href={url(other)}>{other.title}</a>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </CorrectionBanner>
          ))}
      </>
    ),
    body: (
      <>
        {view.body}
        {here
          .filter(({ state }) => state === "open")
          .map((correction) => (
            <LookedButton key={correction.id} req={req} page={page} correction={correction} />
          ))}
      </>
    ),
  }
}

function CorrectionBanner(props: {
  req: PageRequest
  correction: CorrectionRow
  children: ComponentChildren
}) {
  const { req, correction } = props
  const isOpen = correction.state === "open"
  return (
    <Banner tone={isOpen ? "warning" : "success"} title={req.words.corrections.firm_requests(req.firm.name)}>
      <p class="long-text">{correction.words}</p>
      {isOpen && props.children}
    </Banner>
  )
}

/** Stands below the page's form, so that the Enter key still presses that one's own button; yet it saves what is typed. */
function LookedButton(props: { req: PageRequest; page: SectionPage; correction: CorrectionRow }) {
  const { req, page, correction } = props
  if (req.client.is_firm_staff) return null
  const button = (attributes: Record<string, string>) => (
    <Actions>
      <Button look="secondary" icon="check" name={lookedField} value={correction.id} attributes={attributes}>
        {req.words.corrections.looked}
      </Button>
    </Actions>
  )
  if (page.save) return button({ form: pageFormId })
  return (
    <form method="post" action={answerUrl(correction)}>
      {button({})}
    </form>
  )
}

/** What the firm asked about that nobody has looked at. */
export async function openThings(req: PageRequest): Promise<CorrectionItem[]> {
  return (await correctionItems(req)).filter(({ state }) => state === "open")
}

/** The way to each. */
export function ThingLinks({ things }: { things: readonly CorrectionItem[] }) {
  return (
    <ul>
      {things.map(({ id, href, title, words }) => (
        <li key={id}>
          {href ? <a href={href}>{title}</a> : <strong>{title}</strong>}
          <p class="long-text">{words}</p>
        </li>
      ))}
    </ul>
  )
}
