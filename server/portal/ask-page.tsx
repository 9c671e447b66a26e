import type { ComponentChildren } from "preact"
import type { SaveResult } from "../matters/changes.ts"
import type { Form } from "../platform/http/pages.ts"
import type { IdKind } from "../platform/ids.ts"
import { Banner } from "../ui/components/banner.tsx"
import { PageHeading } from "../ui/components/page-heading.tsx"
import { type Ask, errorsOf, type FieldEdit, type Heard, hear, isMissing } from "./ask.tsx"
import { AskFields } from "./ask-field.tsx"
import { conflictView, settled } from "./conflict.tsx"
import { textOf } from "./form.ts"
import { findLanguage } from "./language.ts"
import { NewRecord, newRecordId } from "./new-record.tsx"
import { PageForm, skipField } from "./page-form.tsx"
import { addPersonField } from "./person-picker.tsx"
import type { PageRequest, SectionPage } from "./section.tsx"
import { faultOfUnfinished, keepUnfinished } from "./unfinished.ts"
import { type View, withParameter } from "./view.tsx"
import type { Visit } from "./visit.ts"

export interface AskPage {
  path: string
  title: string
  aside?: boolean
  /** Above the title. */
  caption?: string
  lede?: string
  /** Between heading and fields. */
  intro?: ComponentChildren
  asks: readonly Ask[]
  /** Stores edits; fields are the names of the asks. */
  keep(visit: Visit, edits: readonly FieldEdit[]): Promise<SaveResult>
  /** Saving does more than keep answers, so it waits for the button. */
  by_button?: boolean
  /** The form makes a new record of this kind. */
  makes?: IdKind
  /**
   * Names of the asks that count with these edits, where some depend on others; the rest is neither stored nor
   * found missing.
   */
  counted?(edits: readonly FieldEdit[]): ReadonlySet<string>
  /** Where to go once all is saved, when not to the next page. */
  next?(visit: Visit, form: Form, request: PageRequest): Promise<string | undefined>
}

/** A page made of asks: shows them, saves what is good of a form, and tells faults and conflicts. */
export function askPage(page: AskPage): SectionPage {
  const { path, title, aside, asks } = page
  const keep: AskPage["keep"] = async (visit, edits) => {
    const result = await page.keep(visit, edits)
    await keepUnfinished(visit, asks, edits, result)
    return result
  }
  return {
    path,
    title,
    aside,
    given: asks.some((ask) => ask.given),
    missing: asks.some((ask) => isMissing(ask, asks)),
    asks: page.by_button ? undefined : asks,
    keep,
    counted: page.counted,
    show: async (visit, request) => askView(page, visit, request),
    save: async (visit, request) => {
      const form = settled(request.form)
      const language = findLanguage(textOf(form, "lang"))
      const isLeaving = [skipField, addPersonField].some((name) => textOf(form, name) !== undefined)
      const heard = counting(page, hear(asks, form, visit.today, isLeaving || language !== undefined))
      const { saved, conflicts } = await keep(visit, heard.edits)
      if (conflicts.length > 0) return conflictView(visit, request, asks, conflicts, form)
      if (heard.faults.length > 0 && !isLeaving) {
        // What was good is stored: shown again, the page has seen it, or its next save would meet its own as a stranger's.
        const seen = asks.map((ask) => ({ ...ask, seen: saved[ask.name] ?? ask.seen }))
        return { ...askView({ ...page, asks: seen }, visit, request, form, heard.faults), status: 422 }
      }
      if (language) return { to: `${request.path}${request.search}` }
      const asking = textOf(form, addPersonField)
      if (asking !== undefined) {
        const back = `${request.path}${request.search}`
        return { to: `/portal/people/new?${new URLSearchParams({ for: asking, back })}` }
      }
      return { saved: true, to: await page.next?.(visit, form, request) }
    },
  }
}

function counting({ counted }: AskPage, { edits, faults }: Heard): Heard {
  const names = counted?.(edits)
  if (!names) return { edits, faults }
  return {
    edits: edits.filter(({ field }) => names.has(field)),
    faults: faults.filter(({ ask }) => names.has(ask.name)),
  }
}

function askView(
  page: AskPage,
  visit: Visit,
  request: PageRequest,
  typed?: Form,
  faults: Heard["faults"] = [],
): View {
  const { words, lang } = visit
  const unfinished = page.asks.flatMap((ask) => {
    const fault = faultOfUnfinished(ask, visit.today)
    return fault ? [{ ask, fault }] : []
  })
  // The first question is the page's heading, unless the page says something before it.
  const isLead = page.asks[0]?.label === page.title && !page.intro && !page.lede
  return {
    title: page.title,
    errors: errorsOf(faults, lang),
    is_form: true,
    body: (
      <>
        {isLead ? (
          page.caption && <p class="page-caption">{page.caption}</p>
        ) : (
          <PageHeading caption={page.caption} title={page.title} lede={page.lede} />
        )}
        {page.intro}
        {request.query.follow_up && (
          <Banner tone="info" role="status">
            <p>{words.section.follow_up}</p>
          </Banner>
        )}
        <PageForm
          action={`${request.path}${request.search}`}
          words={words}
          autosave={!page.by_button}
          kept={page.by_button}
          skippable={page.asks.some((ask) => ask.required && !ask.given)}
        >
          {page.makes && <NewRecord id={newRecordId(page.makes, typed)} />}
          <AskFields
            asks={page.asks.map((ask) => withChoices(ask, request))}
            lang={lang}
            words={words}
            typed={typed}
            faults={typed ? faults : unfinished}
            heading={isLead}
          />
        </PageForm>
      </>
    ),
  }
}

/** What the address chose for an ask: a person just added, or a hidden answer to be given anew. */
function withChoices(ask: Ask, request: PageRequest): Ask {
  const picked = request.query[`picked.${ask.name}`]
  const isKnown = ask.people?.some(({ contact_id }) => contact_id === picked)
  const change_url = `${request.path}${withParameter(request.search, "change", ask.name)}#${ask.name}`
  return {
    ...ask,
    value: picked && isKnown ? picked : ask.value,
    masked: ask.sensitive && ask.given && request.query.change !== ask.name ? { change_url } : undefined,
  }
}
