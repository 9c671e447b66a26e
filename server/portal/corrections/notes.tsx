// What the firm asks, on the very page it is about: its words on top, or beside the field of a question, and a way
// to say that it is right as it is.
import type { ComponentChildren } from "preact"
import { type CorrectionRow, markLookedAt } from "../../corrections/corrections.ts"
import type { Section } from "../../definition/definition.ts"
import type { Form } from "../../platform/http/pages.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Banner } from "../../ui/components/banner.tsx"
import { Button } from "../../ui/components/button.tsx"
import { textOf } from "../form.ts"
import { pageFormId } from "../page-form.tsx"
import type { PageRequest } from "../page-request.ts"
import { type PageEntry, type SectionPage, sectionUrl } from "../section.tsx"
import type { View } from "../view.tsx"
import { correctionsAt } from "./asked.ts"

/** The field of the button that saves a page and says that something on it was looked at. */
const lookedField = "looked"

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
            <AskedBanner key={correction.id} req={req} correction={correction}>
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
            </AskedBanner>
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

function AskedBanner(props: { req: PageRequest; correction: CorrectionRow; children: ComponentChildren }) {
  const { req, correction } = props
  const isOpen = correction.state === "open"
  return (
    <Banner tone={isOpen ? "warning" : "success"} title={req.words.corrections.asks(req.firm.name)}>
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

/** Where the word is sent that something was looked at. */
export function answerUrl({ id }: Pick<CorrectionRow, "id">): string {
  return `/portal/corrections/${id}`
}

/** Remembers what a saved form says was looked at, and whether it said so. */
export async function saveLookedAt({ tx, matter }: PageRequest, form: Form): Promise<boolean> {
  const id = textOf(form, lookedField)
  if (id === undefined) return false
  await markLookedAt(tx, matter.id, id)
  return true
}
