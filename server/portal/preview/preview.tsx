// The portal's own pages for a draft, shown to whoever writes it.

import { type Language, textIn } from "../../definition/text.ts"
import type { Parts } from "../../parts.ts"
import type { Tx } from "../../platform/db/database.ts"
import { notFound } from "../../platform/errors.ts"
import { newNonce } from "../../platform/http/pages.ts"
import { Banner } from "../../ui/components/banner.tsx"
import { showHome } from "../home.tsx"
import type { PageRequest } from "../page-request.ts"
import { checkPath } from "../section.tsx"
import { openSection, visibleSections } from "../section-pages.ts"
import { renderView, type View } from "../view.tsx"
import { onPreviewMatter, type Staged } from "./preview-matter.ts"

export interface PreviewRequest extends Staged {
  /** The address of the preview; sections follow it as a part of the path. */
  url: string
  /** Where its author goes back to. */
  back: string
  /** The task list without. */
  section_id?: string
  /** Which of the section's pages, from 0. */
  page: number
  lang: Language
}

export interface PreviewPage {
  html: string
  nonce: string
}

/** One page of the portal as the draft would give it; throws "not found" for a section or page it does not have. */
export function renderPreview(tx: Tx, parts: Parts, request: PreviewRequest): Promise<PreviewPage> {
  return onPreviewMatter(tx, parts, request, request.lang, async (req) => {
    const { view, paths, here } = await viewOf(req, request)
    const nonce = newNonce()
    const { firm, lang, words } = req
    // Without a client in the frame nothing is saved while it is typed, and nobody can sign out.
    const html = renderView({ firm, lang, words, url: here, assets: parts.assets }, view, nonce)
    return { html: inert(html, request.url, paths), nonce }
  })
}

interface Shown {
  view: View
  /** The section's own pages by address, and where the preview shows them. */
  paths: ReadonlyMap<string, string>
  here: string
}

async function viewOf(req: PageRequest, { url, back, section_id, page: at }: PreviewRequest): Promise<Shown> {
  if (section_id === undefined) {
    const view = await showHome(req)
    const banner = <PreviewBanner back={back} />
    return { view: { ...view, banner, islands: [] }, paths: new Map(), here: url }
  }
  const { section, pages } = await openSection(req, section_id)
  const page = await pages[at]?.open()
  if (!page) throw notFound()
  const address = (index: number) => `${url}/${section.id}?page=${index}`
  const way = pages.flatMap((each, index) => (each.aside ? [] : [index]))
  const step = way.indexOf(at)
  const [before, after] = [way[step - 1], way[step + 1]]
  const sections = visibleSections(req)
  const following = sections[sections.indexOf(section) + 1]
  const next = after === undefined ? following && `${url}/${following.id}` : address(after)
  const shown = await page.show(req, { path: `${url}/${section.id}`, search: `?page=${at}`, query: {} })
  const name = textIn(section.title, req.lang)
  const view: View = {
    ...shown,
    title: shown.title.includes(name) ? shown.title : `${shown.title} – ${name}`,
    back: { href: before === undefined || step < 0 ? url : address(before) },
    banner: (
      <>
        <PreviewBanner back={back} next={next} place={step < 0 ? undefined : `${step + 1} / ${way.length}`} />
        {shown.banner}
      </>
    ),
    islands: [],
  }
  const base = `/portal/sections/${section.id}`
  const paths = new Map(pages.map((each, index) => [`${base}/${each.path}`, address(index)]))
  return {
    view,
    paths: paths.set(base, address(0)).set(`${base}/${checkPath}`, address(pages.length - 1)),
    here: address(at),
  }
}

/** Its reader is staff, whatever language the page is in. */
function PreviewBanner({
  back,
  next,
  place,
}: {
  back: string
  next?: string | undefined
  place?: string | undefined
}) {
  return (
    <div lang="en">
      <Banner
        title={place ? `Preview, page ${place} of this section` : "Preview"}
        actions={
          <>
            {next && <a href={next}>Next page</a>} <a href={back}>Back to the draft</a>
          </>
        }
      >
        <p>
          This is what clients see, here with sample people and with every part, whatever its rule. Nothing
          typed is kept, and buttons do nothing.
        </p>
      </Banner>
    </div>
  )
}

/** Forms that go nowhere, and links that stay within the preview. */
function inert(html: string, url: string, paths: ReadonlyMap<string, string>): string {
  return html
    .replaceAll('<form method="post"', '<form method="dialog"')
    .replace(/href="(\/portal[^"]*)"/g, (_, href: string) => {
      const path = href.replace(/\?.*$/, "")
      const section = /^\/portal\/sections\/([^/]+)$/.exec(path)?.[1]
      return `href="${paths.get(path) ?? (section ? `${url}/${section}` : url)}"`
    })
}
