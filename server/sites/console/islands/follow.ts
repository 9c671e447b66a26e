import { loadPageAgain } from "../../../web/console/in-place/load.ts"

// Follows what happens in the background: the element marked `data-follow` is replaced by that of the page loaded again,
// and the page is loaded anew once it has none. Without script, people press Refresh.

const period_ms = 2_000

function followLater(): void {
  setTimeout(() => void follow().finally(followLater), period_ms)
}

async function follow(): Promise<void> {
  const shown = document.querySelector("[data-follow]")
  if (!shown || document.hidden) return
  const page = await loadPageAgain()
  if (!page) return
  const fresh = page.querySelector("[data-follow]")
  if (!fresh) return location.reload()
  // Whoever is about to press a button keeps it under the keyboard.
  if (shown.textContent !== fresh.textContent && !shown.contains(document.activeElement))
    shown.replaceWith(fresh)
  else if (shown.textContent !== fresh.textContent) replaceProgress(shown, fresh)
}

function replaceProgress(shown: Element, fresh: Element): void {
  const [now, next] = [shown, fresh].map((one) => one.querySelector(".progress-bar"))
  if (now && next) now.replaceWith(next)
}

followLater()
