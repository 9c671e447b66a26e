// Renders a draft with the portal's own pages, as a persona sees them, for its author.

import { textIn } from "../../../definition/text.ts"
import { aloneNotice } from "../../../intake/portal/alone.tsx"
import { type PageRequest, refresh } from "../../../intake/portal/page-request.ts"
import { checkPath, type PageEntry } from "../../../intake/portal/sections/section.tsx"
import { openSection, visibleSections } from "../../../intake/portal/sections/section-pages.ts"
import { renderView, type View } from "../../../intake/portal/view.tsx"
import { findPersona } from "../../../intake/questionnaires/linting/personas.ts"
import type { Parts } from "../../../parts.ts"
import type { Tx } from "../../../platform/db/database.ts"
import { notFound } from "../../../platform/errors.ts"
import { type Form, newNonce } from "../../../platform/http/responses/pages.ts"
import { showHome } from "../home/home.tsx"
import { HiddenBanner, PreviewLine } from "./banner.tsx"
import { inert } from "./inert.tsx"
import { answersOf, type PreviewOptions, withPreviewMatter, withVisibilityFor } from "./preview-matter.ts"

export interface PreviewRequest extends PreviewOptions {
  /** The base URL of the preview; the section id follows it. */
  url: string
  /** Where to start again, on pages that are not part of the builder. */
  again?: string | undefined
  /** Undefined for the task list. */
  section_id?: string | undefined
  /** The index of the section's page, from 0; by default, the page with `part`. */
  page?: number | undefined
  part?: string | undefined
  /** The form submitted on that page. The preview saves it and shows the next page. */
  form?: Form | undefined
}

export interface PreviewPage {
  html: string
  nonce: string
}

/** Renders one page of the draft; throws "not found" if it has no such section or page. */
export function renderPreview(tx: Tx, parts: Parts, request: PreviewRequest): Promise<PreviewPage> {
  return withPreviewMatter(tx, parts, request, async (req) => {
    const { view, paths, here, hidden, query } = await viewOf(req, request)
    const nonce = newNonce()
    const { firm, lang, words } = req
    // Without a signed-in client, the frame has no autosave and no sign-out link.
    const html = renderView({ firm, lang, words, url: here, assets: parts.assets }, view, nonce)
    return { html: inert(html, { url: request.url, query, paths, here, hidden }), nonce }
  })
}

interface RenderedView {
  view: View
  /** Maps the portal's paths of the section's pages to URLs of the preview. */
  paths: ReadonlyMap<string, string>
  here: string
  /** The query that every link carries. */
  query: URLSearchParams
  /** Hidden fields for the page's form, if it has one. */
  hidden?: URLSearchParams
}

async function viewOf(opened: PageRequest, request: PreviewRequest): Promise<RenderedView> {
  const { section_id, form, url, lang, persona } = request
  const submitted =
    section_id && form ? await submitForm(opened, section_id, request.page ?? 0, form) : undefined
  const req = submitted ? withVisibilityFor(submitted.req, findPersona(request.approach, persona)) : opened
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
    const banner = isHidden && <HiddenBanner request={request} />
    const header = <PreviewLine again={request.again} />
    return { view: { ...view, banner, header, islands: [] }, paths: new Map(), here: home, query }
  }
  const { pages } = await openSection(req, section.id)
  const at = submitted ? pageAfter(pages, submitted) : (request.page ?? (await pageOf(pages, request.part)))
  const page = await pages[at]?.open()
  if (!page) throw notFound()
  const address = (id: string, index?: number) => {
    const own = new URLSearchParams(query)
    if (index !== undefined) own.set("page", String(index))
    return `${url}/${id}?${own}`
  }
  const sequence = pages.flatMap((each, index) => (each.aside ? [] : [index]))
  const step = sequence.indexOf(at)
  const [before, after] = [sequence[step - 1], sequence[step + 1]]
  const sections = visibleSections(req)
  const following = sections[sections.indexOf(section) + 1]
  const next = after === undefined ? following && address(following.id) : address(section.id, after)
  const here = address(section.id, at)
  const shown =
    submitted?.view ??
    (await page.show(req, { path: `${url}/${section.id}`, search: `?page=${at}`, query: {} }))
  const name = textIn(section.title, req.lang)
  const isHidden =
    request.part !== undefined && !submitted && !req.visible.has(request.part) && isConditional(request)
  const view: View = {
    ...shown,
    title: shown.title.includes(name) ? shown.title : `${shown.title} – ${name}`,
    back: undefined,
    header: (
      <PreviewLine
        {...{ next, again: request.again }}
        before={before === undefined || step < 0 ? home : address(section.id, before)}
        page={step < 0 ? undefined : `${step + 1} / ${sequence.length}`}
      />
    ),
    banner: (
      <>
        {isHidden && <HiddenBanner request={request} />}
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

interface SubmittedPage {
  req: PageRequest
  path: string
  /** The portal shows the same page again, because an answer has a fault or revealed another question. */
  stays: boolean
  view?: View | undefined
}

async function submitForm(
  req: PageRequest,
  section_id: string,
  at: number,
  form: Form,
): Promise<SubmittedPage> {
  const { pages } = await openSection(req, section_id)
  const page = await pages[at]?.open()
  if (!page?.save) throw notFound()
  const response = await page.save(req, { path: "", search: "", query: {}, form })
  const [view, to] = "body" in response ? [response, undefined] : [undefined, response.to]
  return { req: await refresh(req), path: page.path, stays: view !== undefined || to !== undefined, view }
}

/** The index of the next page, or of the submitted page if it is shown again. */
function pageAfter(pages: readonly PageEntry[], { path, stays }: SubmittedPage): number {
  const at = pages.findIndex((page) => page.path === path)
  const next = stays ? -1 : pages.findIndex(({ aside }, index) => index > at && !aside)
  return next < 0 ? Math.max(0, at) : next
}

/** The index of the first page with this part. */
async function pageOf(pages: readonly PageEntry[], part: string | undefined): Promise<number> {
  if (part === undefined) return 0
  const named = pages.findIndex(({ path, aside }) => !aside && path.includes(part))
  if (named >= 0) return named
  for (const [index, entry] of pages.entries()) {
    if (!entry.aside && (await entry.open()).fields?.some(({ name }) => name.split(".")[0] === part))
      return index
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
