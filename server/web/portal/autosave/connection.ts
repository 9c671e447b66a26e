import type { Groups } from "./fields/groups.ts"
import type { HeldSubmit } from "./forms/held-submit.ts"
import { PendingChanges } from "./pending-changes.ts"
import type { StatusLine } from "./status-line.ts"

/** Sends pending changes when the page is shown or hidden and when the connection returns, and says when it is lost. */
export function watchConnection(
  pending: PendingChanges,
  status: StatusLine,
  flush: () => Promise<boolean>,
  held: { groups: Groups | null; submit: HeldSubmit | null },
): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") held.groups?.closeReplaced()
    void flush()
  })
  window.addEventListener("online", () => {
    if (pending.waiting().length > 0) status.say("waiting", status.whyWaiting(held.submit))
    void flush()
  })
  window.addEventListener("offline", () => status.say("waiting", status.words.offline))
}

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
