import type { ResultGroup } from "../search/result.ts"

/** Parts of the subject this page is about, and what it offers to do: they have no place in the table of pages. */
function pageLinks(words: string): ResultGroup {
  const links = document.querySelectorAll<HTMLAnchorElement>("main .tabs a[href], main .page-actions a[href]")
  const results = [...links]
    .filter((link) => link.ariaCurrent === null)
    .map((link) => ({ href: link.href, text: labelOf(link) }))
    .filter(({ text }) => begins(text, words))
  return { title: "On this page", results }
}

/** The server's groups with those of the page: behind the first one, or on top where they are what was typed. */
export function withPageLinks(groups: readonly ResultGroup[], words: string): ResultGroup[] {
  const own = pageLinks(words)
  const known = new Set(groups.flatMap(({ results }) => results.map(({ href }) => pathOf(href))))
  own.results = own.results.filter(({ href }) => !known.has(pathOf(href)))
  if (own.results.length === 0) return [...groups]
  return words.length > 2 ? [own, ...groups] : [...groups.slice(0, 1), own, ...groups.slice(1)]
}

/** Without the number that some carry. */
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
