import type { PendingChanges } from "./pending-changes.ts"
import { ledHereBy } from "./taken-form.ts"

/**
 * Forgets what a form that was taken held: it is stored, and of two answers one was chosen. Until a form has been
 * taken, nothing of it leaves the outbox. What is at fault stays: the form left it out.
 */
export function forgetTaken(pending: PendingChanges): void {
  const taken = ledHereBy()
  for (const page of pending.pages()) {
    pending.updateAll(page, ({ is_posted, ...entry }) => {
      const isTaken = is_posted && pathOf(page) === taken && !entry.is_faulty && !entry.is_refused
      return isTaken ? undefined : entry
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
