import { type Holdings, send, type TwoFirms } from "./two-firms.ts"

/** The result of following every link: pages, and the targets of their forms. */
export interface Walked {
  pages: string[]
  forms: string[]
  /** Ids that stand twice on a page, each with its page. */
  repeated_ids: string[]
}

/** Follows every link under `start`. Pages that differ only in language or view count as one. */
export async function walk(fixtures: TwoFirms, cookie: Holdings["client"], start: string): Promise<Walked> {
  const pages = new Set([start])
  const forms = new Set<string>()
  const repeated_ids: string[] = []
  for (const url of pages) {
    const { text, headers } = await send(fixtures, { method: "GET", url, headers: { cookie } })
    const found = [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = ""]) => href)
    repeated_ids.push(...listRepeatedIds(text).map((id) => `${url} ${id}`))
    if (typeof headers.location === "string") found.push(headers.location)
    for (const href of found.map((one) => pathOf(one, url)))
      if (href === start || href.startsWith(`${start}/`)) pages.add(href)
    for (const [, action = ""] of text.matchAll(/<form [^>]*action="([^"]+)"/g))
      forms.add(pathOf(action, url))
    if (/<form (?![^>]*action=)[^>]*method="post"/i.test(text)) forms.add(pathOf(url, url))
  }
  return { pages: [...pages], forms: [...forms], repeated_ids }
}

/** One URL of each kind: those of different sections, but not those of different records of a section. */
export function oneOfEachKind(urls: readonly string[]): string[] {
  const kindOf = (url: string) => url.replace(/\/(?!section_)([a-z]+)_[PF]?[0-9A-F]{32}/g, "/:$1")
  return [...new Map(urls.map((url) => [kindOf(url), url])).values()]
}

/** Labels, error links, and script find elements by id, and would find only the first. */
export function listRepeatedIds(html: string): string[] {
  const ids = [...html.matchAll(/<[^>]* id="([^"]+)"/g)].map(([, id = ""]) => id)
  return ids.filter((id, index) => ids.indexOf(id) < index)
}

function pathOf(href: string, base: string): string {
  return new URL(href.replaceAll("&amp;", "&"), new URL(base, "http://walk")).pathname
}
