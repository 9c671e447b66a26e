import { readNavigation } from "../fields/typed-early.ts"
import type { PendingChanges } from "../pending-changes.ts"

/** In this tab's session storage, from submit until the next page opens: the path of the page that submitted. */
const key = "foyer.posted"

let accepted_path: string | undefined

/** Call first, as the page opens: notes which page's form led here, and records the next submit. */
export function watchSubmittedForms(): void {
  try {
    const submitted = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    // The server answers a form it refused with a page, and one it accepted with a redirect.
    if (submitted !== null && (readNavigation()?.redirectCount ?? 0) > 0) accepted_path = submitted
    document.addEventListener("submit", ({ defaultPrevented }) => {
      if (!defaultPrevented) sessionStorage.setItem(key, location.pathname)
    })
    // A client may stop a form in flight and follow a link: that form did not lead to the next page.
    document.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("a[href]")) sessionStorage.removeItem(key)
    })
  } catch {
    // Storage is blocked: the page sends its pending changes once more, which does no harm.
  }
}

/** The path of the page whose form the server accepted on the way here. */
export function acceptedFormPath(): string | undefined {
  return accepted_path
}

/**
 * Drops the pending changes of a form the server accepted, and marks those of the next one submitted. Changes with a
 * fault stay pending, because the form left them out.
 */
export function dropAccepted(pending: PendingChanges): void {
  for (const page of pending.pages()) {
    pending.updateAll(page, ({ is_posted, ...entry }) => {
      const isAccepted = is_posted && pathOf(page) === accepted_path && !entry.is_faulty && !entry.is_refused
      return isAccepted ? undefined : entry
    })
  }
  document.addEventListener("submit", ({ defaultPrevented, target }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement)) return
    const { pathname } = new URL(target.action)
    for (const page of pending.pages())
      if (pathOf(page) === pathname) pending.updateAll(page, (entry) => ({ ...entry, is_posted: true }))
  })
}

function pathOf(page: string): string {
  return new URL(page, location.href).pathname
}
