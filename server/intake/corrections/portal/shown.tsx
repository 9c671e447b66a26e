// Correction requests on the client's pages: a list on the home page, and the firm's words on the page they are about,
// with a button to confirm the answer as it is. For a question, the field itself shows the firm's words.
import type { ComponentChildren } from "preact"
import type { Section } from "../../../definition/definition.ts"
import type { Language } from "../../../definition/text.ts"
import { pageFormId } from "../../../web/portal/page-form.tsx"
import type { Words } from "../../../web/portal/words/en.ts"
import { wordsIn } from "../../../web/portal/words/words.ts"
import { Banner } from "../../../web/ui/components/banner.tsx"
import { Actions, Button, EnterButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import { Tag } from "../../../web/ui/components/tag.tsx"
import { reasonIn } from "../../checklist/return-reasons.ts"
import type { PageRequest } from "../../portal/page-request.ts"
import { type PageEntry, type SectionPage, sectionUrl } from "../../portal/sections/section.tsx"
import type { View } from "../../portal/view.tsx"
import type { CorrectionRow } from "../corrections.ts"
import { type CorrectionItem, correctionItems, correctionsAt, correctionUrl, lookedField } from "./items.ts"

/** The list above the home page's task list; null if the firm requests no corrections. */
export async function correctionsPanel(req: PageRequest) {
  const items = await correctionItems(req)
  if (items.length === 0) return null
  const { firm, lang, client } = req
  const words = wordsIn(lang).corrections
  const open = items.filter(({ state }) => state === "open").length
  return (
    <Card title={open > 0 ? words.panel_title(firm.name, open) : words.done_title(firm.name)} id="asked">
      <p>{open > 0 ? words.panel_lede : words.done_lede(firm.name)}</p>
      <ul class="asked-list" aria-label={words.list(firm.name)}>
        {items.map((item) => (
          <li key={item.id} id={item.id}>
            <Item item={item} lang={lang} words={words} may_answer={!client.is_firm_staff} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Item(props: {
  item: CorrectionItem
  lang: Language
  words: Words["corrections"]
  may_answer: boolean
}) {
  const { item, words } = props
  const isOpen = item.state === "open"
  const state = isOpen ? words.open : item.is_only_looked_at ? words.looked_at : words.changed
  return (
    <>
      <p class="row row-between">
        {item.href ? <a href={item.href}>{item.title}</a> : <strong>{item.title}</strong>}
        <Tag tone={isOpen ? "warning" : "success"}>{state}</Tag>
      </p>
      {isOpen && <p class="long-text">{reasonIn(item.words, props.lang)}</p>}
      {!item.href && <p class="hint">{words.gone}</p>}
      {isOpen && props.may_answer && (
        <form method="post" action={correctionUrl(item)}>
          <Actions>
            <Button variant="secondary" icon="check">
              {words.looked}
              <span class="visually-hidden">{words.about(item.title)}</span>
            </Button>
          </Actions>
        </form>
      )}
    </>
  )
}

/** Adds to a section's page the corrections about what is on it. */
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
          // A question's field shows its own.
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
  const words = req.words.corrections
  const title = (isOpen ? words.firm_requests : words.firm_requested)(req.firm.name)
  return (
    <Banner tone={isOpen ? "warning" : "success"} title={title}>
      <p class="long-text">{reasonIn(correction.words, req.lang)}</p>
      {isOpen && props.children}
    </Banner>
  )
}

/** Submits the page's form, so what is typed is saved, from outside it. */
function LookedButton(props: { req: PageRequest; page: SectionPage; correction: CorrectionRow }) {
  const { req, page, correction } = props
  if (req.client.is_firm_staff) return null
  const button = (attributes: Record<string, string>) => (
    <Actions>
      {attributes.form && <EnterButton form={attributes.form} />}
      <Button
        variant="secondary"
        icon="check"
        name={lookedField}
        value={correction.id}
        attributes={attributes}
      >
        {req.words.corrections.looked}
      </Button>
    </Actions>
  )
  if (page.save) return button({ form: pageFormId })
  return (
    <form method="post" action={correctionUrl(correction)}>
      {button({})}
    </form>
  )
}

export async function openCorrections(req: PageRequest): Promise<CorrectionItem[]> {
  return (await correctionItems(req)).filter(({ state }) => state === "open")
}

/** Corrections with links to the pages that change them. */
export function CorrectionLinks({ items, lang }: { items: readonly CorrectionItem[]; lang: Language }) {
  return (
    <ul>
      {items.map(({ id, href, title, words }) => (
        <li key={id}>
          {href ? <a href={href}>{title}</a> : <strong>{title}</strong>}
          <p class="long-text">{reasonIn(words, lang)}</p>
        </li>
      ))}
    </ul>
  )
}
