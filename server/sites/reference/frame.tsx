import type { ComponentChildren } from "preact"
import type { Assets } from "../../web/ui/manifest.ts"
import { renderPage } from "../../web/ui/page.tsx"
import { Contents, type ContentsGroup } from "./contents.tsx"

/** What the API's reference and the guide differ in. */
export interface Site {
  name: string
  href: string
  /** What the search finds, and where the island reads it. */
  search: { label: string; entries: string }
}

const reference: Site = {
  name: "Foyer API",
  href: "/docs",
  search: {
    label: "Search operations, fields, events, and error codes",
    entries: "/docs/search.json",
  },
}

interface ReferencePage {
  site?: Site
  assets: Assets
  title: string
  /** The page's path. */
  path: string
  contents: readonly ContentsGroup[]
  children: ComponentChildren
}

/** A page of the documentation: the contents of all of it, a search, and a text. Nothing but the search needs script. */
export function renderReferencePage({
  site = reference,
  assets,
  title,
  path,
  contents,
  children,
}: ReferencePage): string {
  const navigation = <Contents groups={contents} path={path} />
  const body = (
    <>
      <a class="skip-link" href="#main">
        Skip to main content
      </a>
      <div class="reference-frame">
        <header class="reference-side">
          <a class="reference-home" href={site.href}>
            {site.name}
          </a>
          <Search {...site.search} />
          {/* Twice, for wide and narrow screens; one of them is hidden from everyone. */}
          <nav class="reference-contents reference-wide" aria-label="Contents">
            {navigation}
          </nav>
          <details class="reference-narrow">
            <summary>Contents</summary>
            <nav class="reference-contents" aria-label="Contents">
              {navigation}
            </nav>
          </details>
        </header>
        <main class="reference-main" id="main" tabindex={-1}>
          {children}
        </main>
      </div>
    </>
  )
  return renderPage({ assets, styles: "reference", lang: "en", title, body, islands: ["documentation"] })
}

function Search({ label, entries }: Site["search"]) {
  return (
    <search class="reference-search script-only">
      <label class="visually-hidden" for="search">
        {label}
      </label>
      <input
        class="input"
        id="search"
        type="search"
        data-entries={entries}
        placeholder="Search"
        autocomplete="off"
        spellcheck={false}
      />
      <span class="reference-key" aria-hidden="true">
        /
      </span>
      <p class="visually-hidden" role="status" />
      <ul class="reference-found" hidden />
    </search>
  )
}
