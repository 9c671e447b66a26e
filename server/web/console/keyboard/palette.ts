import { newElement } from "../in-place/element.ts"
import { loadMenu } from "../in-place/load.ts"
import { openList, type PaletteGroup } from "./palette-list.ts"
import { recentMatters } from "./recent.ts"
import type { ResultGroup } from "./result.ts"
import { focusedRow } from "./rows.ts"

const typed_pause_ms = 120

/** Connects the search palette; returns the function that opens and closes it. */
export function openPalette(dialog: HTMLDialogElement): { toggle: () => void } | undefined {
  const field = dialog.querySelector("input")
  const form = dialog.querySelector("form")
  const box = document.getElementById("palette-list")
  const status = document.getElementById("palette-status")
  if (!field || !form || !box || !status) return undefined
  const list = openList(box, field)
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending_request: AbortController | undefined
  /** The latest query; `pending` settles once its results or its failure are shown. */
  let last_query: string | undefined
  let pending: Promise<void> = Promise.resolve()
  let failed = false

  function runQuery(): Promise<void> {
    clearTimeout(timer)
    pending_request?.abort()
    pending_request = new AbortController()
    const words = field?.value.trim() ?? ""
    last_query = words
    pending = fetchResults(words, pending_request.signal).then(
      (groups) => {
        failed = false
        const count = list.show(withCommands(withPageLinks(groups, words), words))
        announce(count === 0 ? "No results. Try fewer letters." : countText(count, groups))
      },
      (error: unknown) => {
        if (error instanceof DOMException && error.name === "AbortError") return
        failed = true
        list.show([])
        announce("The search did not respond. Press Enter to open the search page.")
      },
    )
    return pending
  }

  function announce(text: string): void {
    if (status) status.textContent = text
  }

  async function choose(): Promise<void> {
    // The results may be for an earlier text than the field now contains.
    await (last_query === field?.value.trim() ? pending : runQuery())
    const option = list.chosen()
    if (option) option.click()
    else if (failed) form?.submit()
  }

  field.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(() => void runQuery(), typed_pause_ms)
  })
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === "Enter" && isPlain) void choose()
    else if (event.key === "ArrowDown" && isPlain) list.move(1)
    else if (event.key === "ArrowUp" && isPlain) list.move(-1)
    else return
    event.preventDefault()
  })
  // Close before leaving: the browser may restore the page from its cache as it was.
  box.addEventListener("click", ({ ctrlKey, metaKey, shiftKey }) => {
    if (!ctrlKey && !metaKey && !shiftKey) dialog.close()
  })
  dialog.addEventListener("close", () => {
    clearTimeout(timer)
    pending_request?.abort()
  })

  return {
    toggle() {
      if (dialog.open) return dialog.close()
      field.value = ""
      void loadCommands()
      announce("")
      dialog.showModal()
      field.focus()
      void runQuery()
    },
  }
}

async function fetchResults(q: string, signal: AbortSignal): Promise<ResultGroup[]> {
  const query = new URLSearchParams({ q })
  if (q === "") query.set("recent", recentMatters().join(","))
  const response = await fetch(`/console/search.json?${query}`, { signal })
  // If the session has ended, the request is redirected to the sign-in page.
  if (!response.ok || response.redirected) throw new Error(`The search responded with ${response.status}.`)
  return ((await response.json()) as { groups: ResultGroup[] }).groups
}

function countText(count: number, groups: readonly ResultGroup[]): string {
  const isPartial = groups[0]?.results.every(({ is_partial }) => is_partial)
  const results = count === 1 ? "1 result" : `${count} results`
  return isPartial ? `Nothing contains all of these words. ${results} with some of them.` : results
}

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
function withPageLinks(groups: readonly ResultGroup[], words: string): readonly ResultGroup[] {
  const own = pageLinks(words)
  const listed = new Set(groups.flatMap(({ results }) => results.map(({ href }) => pathOf(href))))
  own.results = own.results.filter(({ href }) => !listed.has(pathOf(href)))
  if (own.results.length === 0) return groups
  return words.length > 2 ? [own, ...groups] : [...groups.slice(0, 1), own, ...groups.slice(1)]
}

function labelOf(link: HTMLAnchorElement): string {
  const copy = link.cloneNode(true) as HTMLElement
  for (const count of copy.querySelectorAll(".count")) count.remove()
  return copy.textContent?.trim() ?? ""
}

function begins(text: string, words: string): boolean {
  return ` ${text}`.toLowerCase().includes(` ${words.toLowerCase()}`)
}

function pathOf(href: string): string {
  return new URL(href, location.href).pathname
}

// What the menus of a matter hold, as commands of the palette: of the matter on this page, or of the list's focused row.

/** Holds the forms of the commands, which are sent from here. */
const box = newElement("div", { hidden: true })
let title = ""

/** Loads the menus of the matter that the palette was opened on, if there is one. */
async function loadCommands(): Promise<void> {
  box.replaceChildren()
  const scope = document.getElementById("matter-head") ?? focusedRow()
  const url = scope?.querySelector<HTMLElement>("[data-menu]")?.dataset.menu
  if (!url) return
  title = scope?.querySelector("h1, .cell-primary a")?.textContent ?? ""
  document.body.append(box)
  await loadMenu(box, url.replace(/menu=[^&]*&?/, ""))
}

/** Adds the commands that match what was typed, before everything else. */
function withCommands(groups: readonly PaletteGroup[], words: string): readonly PaletteGroup[] {
  const wanted = wordsOf(words)
  if (wanted.length === 0) return groups
  const results = [...box.querySelectorAll<HTMLElement>("[data-command]")]
    .map((control) => ({ href: "#", text: control.dataset.command ?? "", control }))
    .filter(({ text }) => {
      const own = wordsOf(text)
      return wanted.every((word) => own.some((each) => each.startsWith(word)))
    })
  return results.length > 0 ? [{ title, results }, ...groups] : groups
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
}
