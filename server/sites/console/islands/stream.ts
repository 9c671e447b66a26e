import { loadPart } from "../../../web/console/in-place/load.ts"
import { placeParts } from "../../../web/console/in-place/parts.ts"

// The stream of a conversation: opens at what is new, and loads earlier entries, or the composer in another mode, without
// leaving the page. Without script, each of these is a link.

if (!location.hash && isOpenedAnew()) show()
if (new URLSearchParams(location.search).has("to")) write()

// Focus on the choice of readers would make the composer small, and move the choice from under the pointer.
document.addEventListener("mousedown", (event) => {
  if (event.target instanceof Element && event.target.closest("#composer .tabs")) event.preventDefault()
})

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a") : null
  if (!link || link.pathname !== location.pathname) return
  const load = link.dataset.older !== undefined ? loadOlder : isOfComposer(link) ? loadComposer : undefined
  if (!load) return
  event.preventDefault()
  void load(link)
})

document.addEventListener(
  "in-place-done",
  ({ detail }: CustomEventInit<{ button: HTMLButtonElement | null }>) => {
    // What is loaded again has to be the page that is shown.
    const { url } = document.getElementById("stream")?.dataset ?? {}
    if (url) history.replaceState(history.state, "", url)
    if (detail?.button?.form?.id === "composer") scrollTo({ top: document.documentElement.scrollHeight })
  },
)

/** Going back, and loading anew, lead to where the reader was. */
function isOpenedAnew(): boolean {
  const [entry] = performance.getEntriesByType("navigation")
  return (entry as PerformanceNavigationTiming | undefined)?.type === "navigate"
}

function show(): void {
  document.getElementById("newest")?.scrollIntoView()
}

function isOfComposer(link: HTMLAnchorElement): boolean {
  return new URLSearchParams(link.search).has("to")
}

async function loadComposer(link: HTMLAnchorElement): Promise<void> {
  const part = await loadPart(link.href)
  if (!part) return location.assign(link.href)
  placeParts(part.map(({ outerHTML }) => outerHTML).join(""))
  // Its draft is restored as after sending.
  document.dispatchEvent(new CustomEvent("in-place-done"))
  write()
}

function write(): void {
  const form = document.getElementById("composer")
  // It grows first.
  form?.focus({ preventScroll: true })
  form?.querySelector<HTMLElement>("textarea, input:not([type=hidden])")?.focus({ preventScroll: true })
}

/** What is read now stays where it is on the screen. */
async function loadOlder(link: HTMLAnchorElement): Promise<void> {
  const [stream] = (await loadPart(link.href)) ?? []
  const list = document.querySelector(".entries")
  if (!stream || !list) return location.assign(link.href)
  const below = document.documentElement.scrollHeight - scrollY
  list.prepend(...stream.querySelectorAll(".entries > li"))
  const next = stream.querySelector("[data-older]")
  if (next) link.replaceWith(next)
  else link.remove()
  scrollTo({ top: document.documentElement.scrollHeight - below })
}
