import { isOwnPage, parseBody } from "../../ui/own-response.ts"
import { background_header, in_place_header, type Placed } from "./shapes.ts"

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

/** Sent with what a page asks for by itself. */
export const background = { headers: { [background_header]: "1" } }

/** This page as it is now; undefined if the reader is signed out, or the server is away for a moment. */
export async function loadPageAgain(): Promise<Document | undefined> {
  const response = await fetch(location.href, background).catch(() => undefined)
  const page = response?.ok && !response.redirected ? parseBody(await response.text()) : undefined
  return page && isOwnPage(page) ? page : undefined
}
