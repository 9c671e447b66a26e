import { Heading } from "../../web/ui/components/heading.tsx"
import type { Assets } from "../../web/ui/manifest.ts"
import type { ContentsGroup } from "../reference/contents.tsx"
import { renderReferencePage, type Site } from "../reference/frame.tsx"
import { Markdown } from "../reference/markdown.tsx"
import type { SearchEntry } from "../reference/search-entries.ts"
import { type GuidePage, guideUrl, listAudiences, sectionsOf } from "./pages.ts"

const site: Site = {
  name: "Foyer guide",
  href: guideUrl,
  search: { label: "Search the guide", entries: `${guideUrl}/search.json` },
}

/** Everything for a reader, by audience, each page with what it is about. */
export function renderStart(assets: Assets): string {
  return renderReferencePage({
    site,
    assets,
    title: "Foyer guide",
    path: guideUrl,
    contents: contentsOf(),
    children: (
      <>
        <Heading level={1}>Foyer guide</Heading>
        <p class="lede">How to invite clients, write questionnaires, and run Foyer.</p>
        {listAudiences().map(({ title, pages }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <dl>
              {pages.map(({ path, title, about }) => (
                <div key={path}>
                  <dt>
                    <a href={path}>{title}</a>
                  </dt>
                  <dd>{about}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </>
    ),
  })
}

export function renderGuidePage(page: GuidePage, assets: Assets): string {
  const pages = listAudiences().flatMap(({ pages }) => pages)
  const at = pages.indexOf(page)
  return renderReferencePage({
    site,
    assets,
    title: `${page.title} · Foyer guide`,
    path: page.path,
    contents: contentsOf(page),
    children: (
      <>
        <Markdown tokens={page.tokens} />
        <nav class="reference-turn" aria-label="Previous and next page">
          <Turn text="Previous" page={pages[at - 1]} />
          <Turn text="Next" page={pages[at + 1]} />
        </nav>
      </>
    ),
  })
}

function Turn({ text, page }: { text: string; page: GuidePage | undefined }) {
  return (
    page && (
      <a href={page.path} rel={text === "Next" ? "next" : "prev"}>
        <small>{text}</small> {page.title}
      </a>
    )
  )
}

/** Links to every page; below the one being read, to its sections. */
function contentsOf(current?: GuidePage): ContentsGroup[] {
  const groups = listAudiences().map(({ title, pages }) => ({
    title,
    items: pages.map((page) => ({
      href: page.path,
      title: page.title,
      sections: page === current ? sectionsOf(page) : [],
    })),
  }))
  return [...groups, { title: "For developers", items: [{ href: "/docs", title: "API reference" }] }]
}

/** Every page and section, with all their words. */
export function searchEntries(): SearchEntry[] {
  return listAudiences().flatMap(({ title: audience, pages }) =>
    pages.flatMap((page) => [
      { title: page.title, href: page.path, kind: audience, words: page.about },
      ...sectionsOf(page).map(({ title, href, text }) => ({
        title,
        href,
        kind: page.title,
        words: [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_/-]+/gu))].join(" "),
      })),
    ]),
  )
}
