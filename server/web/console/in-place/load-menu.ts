import { in_place_header, type Placed } from "./shapes.ts"

/** Loads what a menu holds, as it is stored now. If that fails, the link to its page stays. */
export async function loadMenu(panel: Element, url: string): Promise<void> {
  const content = await loadPart(url)
  if (content) panel.replaceChildren(...content)
}

/** What a page shows in place; undefined if it could not be loaded. */
export async function loadPart(url: string): Promise<Element[] | undefined> {
  const response = await fetch(url, { headers: { [in_place_header]: "1" } }).catch(() => undefined)
  if (!response?.ok || response.redirected) return undefined
  const { part = "" } = (await response.json()) as Placed
  return childrenOf(part)
}

/** A template parses rows of tables too. */
export function childrenOf(html: string): Element[] {
  const template = document.createElement("template")
  template.innerHTML = html
  return [...template.content.children]
}
