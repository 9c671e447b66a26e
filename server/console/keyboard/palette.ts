import type { ResultGroup } from "../search/result.ts"
import { withPageLinks } from "./page-links.ts"
import { PaletteList } from "./palette-list.ts"
import { recentMatters } from "./recent.ts"

const typed_pause_ms = 120

/** Makes the search's dialog work; the answer opens and closes it. */
export function openPalette(dialog: HTMLDialogElement): { toggle: () => void } | undefined {
  const field = dialog.querySelector("input")
  const form = dialog.querySelector("form")
  const box = document.getElementById("palette-list")
  const status = document.getElementById("palette-status")
  if (!field || !form || !box || !status) return undefined
  const list = new PaletteList(box, field)
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending_request: AbortController | undefined
  /** What was asked for last; what was found for it, or that nothing could be, is known when `arriving` is done. */
  let last_query: string | undefined
  let arriving: Promise<void> = Promise.resolve()
  let failed = false

  function ask(): Promise<void> {
    clearTimeout(timer)
    pending_request?.abort()
    pending_request = new AbortController()
    const words = field?.value.trim() ?? ""
    last_query = words
    arriving = fetchResults(words, pending_request.signal).then(
      (groups) => {
        failed = false
        list.show(withPageLinks(groups, words))
        say(list.count === 0 ? "No results. Try fewer letters." : countWords(list.count))
      },
      (error: unknown) => {
        if (error instanceof DOMException && error.name === "AbortError") return
        failed = true
        list.show([])
        say("The search did not answer. Press Enter to try it on a page of its own.")
      },
    )
    return arriving
  }

  function say(text: string): void {
    if (status) status.textContent = text
  }

  async function choose(): Promise<void> {
    // Whoever types quickly means what stands in the field, not what was found a moment ago.
    await (last_query === field?.value.trim() ? arriving : ask())
    if (list.chosen) list.chosen.click()
    else if (failed) form?.submit()
  }

  field.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), typed_pause_ms)
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
  // The page may come back as it was left.
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
      say("")
      dialog.showModal()
      field.focus()
      void ask()
    },
  }
}

async function fetchResults(q: string, signal: AbortSignal): Promise<ResultGroup[]> {
  const query = new URLSearchParams({ q })
  if (q === "") query.set("recent", recentMatters().join(","))
  const answer = await fetch(`/console/search.json?${query}`, { signal })
  // Signed out in the meantime, the answer is a page to sign in.
  if (!answer.ok || answer.redirected) throw new Error(`The search answered ${answer.status}.`)
  return ((await answer.json()) as { groups: ResultGroup[] }).groups
}

function countWords(count: number): string {
  return count === 1 ? "1 result" : `${count} results`
}
