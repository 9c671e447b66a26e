import { PendingChanges } from "./pending-changes.ts"

/** Signing out leaves nothing on this device; what was typed last belongs to a visit of staff that is being ended. */
export function watchEnding(pending: PendingChanges, flush: () => Promise<boolean>): void {
  document
    .querySelector("form[action='/portal/sign-out']")
    ?.addEventListener("submit", () => PendingChanges.clear())
  const stop = document.querySelector<HTMLFormElement>("form[data-stop]")
  stop?.addEventListener("submit", async (event) => {
    if (pending.waiting().length === 0) return
    event.preventDefault()
    await flush()
    stop.submit()
  })
}
