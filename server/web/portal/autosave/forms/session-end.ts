import { PendingChanges } from "../pending-changes.ts"

/** Clears the device when the client signs out; sends pending changes before staff stop acting for a client. */
export function watchSessionEnd(pending: PendingChanges, flush: () => Promise<boolean>): void {
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
