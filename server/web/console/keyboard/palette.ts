import { loadCommands, withCommands } from "./commands.ts"
import { withPageLinks } from "./page-links.ts"
import { openList } from "./palette-list.ts"
import { recentMatters } from "./recent.ts"
import type { ResultGroup } from "./result.ts"

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
