// The portal's own pages for a draft, shown to whoever writes it, as one kind of client meets them.

import { textIn } from "../../definition/text.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { notFound } from "../../platform/errors.ts"
import { type Form, newNonce } from "../../platform/http/pages.ts"
import { findPersona } from "../../questionnaires/personas.ts"
import { aloneNotice } from "../alone.tsx"
import { showHome } from "../home.tsx"
import { type PageRequest, refresh } from "../page-request.ts"
import { checkPath, type PageEntry } from "../section.tsx"
import { openSection, visibleSections } from "../section-pages.ts"
import { renderView, type View } from "../view.tsx"
import { PreviewBanner } from "./banner.tsx"
import { inert } from "./inert.tsx"
import { answersOf, onPreviewMatter, type Staged, seenBy } from "./preview-matter.ts"

export interface PreviewRequest extends Staged {
  /** The address of the preview; sections follow it as a part of the path. */
  url: string
  /** Where its author goes back to. */
  back: { href: string; words: string }
  /** The task list without. */
  section_id?: string | undefined
  /** Which of the section's pages, from 0; without, the one that holds `part`. */
  page?: number | undefined
  part?: string | undefined
  /** What was filled in on that page: it is answered, and the next page is shown. */
  form?: Form | undefined
}

export interface PreviewPage {
  html: string
  nonce: string
}

/** One page of the portal as the draft would give it; throws "not found" for a section or page it does not have. */
export function renderPreview(tx: Tx, parts: Parts, request: PreviewRequest): Promise<PreviewPage> {
  return onPreviewMatter(tx, parts, request, async (req) => {
    const { view, paths, here, hidden, query } = await viewOf(req, request)
    const nonce = newNonce()
    const { firm, lang, words } = req
    // Without a client in the frame nothing is saved while it is typed, and nobody can sign out.
    const html = renderView({ firm, lang, words, url: here, assets: parts.assets }, view, nonce)
    return { html: inert(html, { url: request.url, query, paths, here, hidden }), nonce }
  })
}

interface Shown {
  view: View
  /** The section's own pages by address, and where the preview shows them. */
  paths: ReadonlyMap<string, string>
  here: string
  /** What every address of this look carries along. */
  query: URLSearchParams
  /** What the page's form carries along, where it can be tried. */
  hidden?: URLSearchParams
}

async function viewOf(opened: PageRequest, request: PreviewRequest): Promise<Shown> {
  const { section_id, form, url, lang, persona } = request
  const given = section_id && form ? await fillIn(opened, section_id, request.page ?? 0, form) : undefined
  const req = given ? seenBy(given.req, findPersona(request.approach, persona)) : opened
  const answers = await answersOf(req)
  const query = new URLSearchParams({
    ...(persona && { as: persona }),
    ...(lang === "es" && { lang }),
    ...(answers && { answers }),
  })
  const home = query.size > 0 ? `${url}?${query}` : url
  const section = visibleSections(req).find(({ id }) => id === section_id)
  if (!section) {
    const isHidden =
      section_id !== undefined && request.definition.sections.some(({ id }) => id === section_id)
    if (section_id !== undefined && !isHidden) throw notFound()
    const view = await showHome(req)
    const banner = <PreviewBanner request={request} hides={isHidden} />
    return { view: { ...view, banner, islands: [] }, paths: new Map(), here: home, query }
  }
  const { pages } = await openSection(req, section.id)
  const at = given ? pageAfter(pages, given) : (request.page ?? (await pageOf(pages, request.part)))
  const page = await pages[at]?.open()
  if (!page) throw notFound()
  const address = (id: string, index?: number) => {
    const own = new URLSearchParams(query)
    if (index !== undefined) own.set("page", String(index))
    return `${url}/${id}?${own}`
  }
  const way = pages.flatMap((each, index) => (each.aside ? [] : [index]))
  const step = way.indexOf(at)
  const [before, after] = [way[step - 1], way[step + 1]]
  const sections = visibleSections(req)
  const following = sections[sections.indexOf(section) + 1]
  const next = after === undefined ? following && address(following.id) : address(section.id, after)
  const here = address(section.id, at)
  const shown =
    given?.view ?? (await page.show(req, { path: `${url}/${section.id}`, search: `?page=${at}`, query: {} }))
  const name = textIn(section.title, req.lang)
  const hides =
    request.part !== undefined && !given && !req.visible.has(request.part) && isConditional(request)
  const view: View = {
    ...shown,
    title: shown.title.includes(name) ? shown.title : `${shown.title} – ${name}`,
    back: { href: before === undefined || step < 0 ? home : address(section.id, before) },
    banner: (
      <>
        <PreviewBanner
          {...{ request, next, hides }}
          place={step < 0 ? undefined : `${step + 1} / ${way.length}`}
        />
        {shown.banner}
        {await aloneNotice(req, section.id)}
      </>
    ),
    islands: [],
  }
  const base = `/portal/sections/${section.id}`
  const paths = new Map(pages.map((each, index) => [`${base}/${each.path}`, address(section.id, index)]))
  paths.set(base, address(section.id, 0)).set(`${base}/${checkPath}`, address(section.id, pages.length - 1))
  const hidden = new URLSearchParams(query)
  hidden.set("page", String(at))
  hidden.set("filled", "1")
  return { view, paths, here, query, hidden: page.save ? hidden : undefined }
}

interface FilledIn {
  req: PageRequest
  /** The page that was filled in. */
  path: string
  /** The same page comes again: an answer brought up more of it, or has a fault. */
  stays: boolean
  view?: View | undefined
}

async function fillIn(req: PageRequest, section_id: string, at: number, form: Form): Promise<FilledIn> {
  const { pages } = await openSection(req, section_id)
  const page = await pages[at]?.open()
  if (!page?.save) throw notFound()
  const given = await page.save(req, { path: "", search: "", query: {}, form })
  const [view, to] = "body" in given ? [given, undefined] : [undefined, given.to]
  return { req: await refresh(req), path: page.path, stays: view !== undefined || to !== undefined, view }
}

/** The page behind the one that was filled in, or that one where it comes again. */
function pageAfter(pages: readonly PageEntry[], { path, stays }: FilledIn): number {
  const at = pages.findIndex((page) => page.path === path)
  const next = stays ? -1 : pages.findIndex(({ aside }, index) => index > at && !aside)
  return next < 0 ? Math.max(0, at) : next
}

/** The first page on the way that asks this part. */
async function pageOf(pages: readonly PageEntry[], part: string | undefined): Promise<number> {
  if (part === undefined) return 0
  const named = pages.findIndex(({ path, aside }) => !aside && path.includes(part))
  if (named >= 0) return named
  for (const [index, entry] of pages.entries()) {
    if (!entry.aside && (await entry.open()).fields?.some(({ name }) => name === part)) return index
  }
  return 0
}

function isConditional({ definition, part }: PreviewRequest): boolean {
  return definition.sections.some(
    (section) =>
      (section.kind === "questions" && section.questions.some(({ id }) => id === part)) ||
      (section.kind === "documents" && section.requests.some(({ id }) => id === part)),
  )
}
