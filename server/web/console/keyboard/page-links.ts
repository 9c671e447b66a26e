import type { ResultGroup } from "./result.ts"

/** The tabs and actions of the current page that match the words; the table of pages does not list them. */
function pageLinks(words: string): ResultGroup {
  const links = document.querySelectorAll<HTMLAnchorElement>("main .tabs a[href], main .page-actions a[href]")
  const results = [...links]
    .filter((link) => link.ariaCurrent === null)
    .map((link) => ({ href: link.href, text: labelOf(link) }))
    .filter(({ text }) => begins(text, words))
  return { title: "On this page", results }
}

/** Adds the page's own links to the server's groups: first if they match three or more typed letters, else second. */
export function withPageLinks(groups: readonly ResultGroup[], words: string): ResultGroup[] {
  const own = pageLinks(words)
  const listed = new Set(groups.flatMap(({ results }) => results.map(({ href }) => pathOf(href))))
  own.results = own.results.filter(({ href }) => !listed.has(pathOf(href)))
  if (own.results.length === 0) return [...groups]
  return words.length > 2 ? [own, ...groups] : [...groups.slice(0, 1), own, ...groups.slice(1)]
}

/** The link's text without its count. */
function labelOf(link: HTMLAnchorElement): string {
  const copy = link.cloneNode(true) as HTMLElement
  for (const count of copy.querySelectorAll(".count")) count.remove()
  return copy.textContent?.trim() ?? ""
}

function begins(text: string, words: string): boolean {
  const label = text.toLowerCase()
  return label.startsWith(words.toLowerCase()) || label.includes(` ${words.toLowerCase()}`)
}

function pathOf(href: string): string {
  return new URL(href, location.href).pathname
}
