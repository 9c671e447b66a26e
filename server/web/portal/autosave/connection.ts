import type { Groups } from "./fields/groups.ts"
import type { HeldSubmit } from "./forms/held-submit.ts"
import { PendingChanges } from "./pending-changes.ts"
import type { StatusLine } from "./status-line.ts"
import type { AutosaveWords } from "./wire.ts"

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
    if (pending.waiting()[0]) status.say("waiting", status.whyWaiting(held.submit))
    void flush()
  })
  window.addEventListener("offline", () => status.say("waiting", status.words.offline))
}

/**
 * Sends pending changes before the client signs out, or staff stop acting for the client. Signing out clears the device,
 * and asks first if it has what the server lacks.
 */
export function watchSessionEnd(
  pending: PendingChanges,
  flush: () => Promise<boolean>,
  words: AutosaveWords,
): void {
  const form = document.querySelector<HTMLFormElement>("form[action='/portal/sign-out'], form[data-stop]")
  let isEnding = false
  form?.addEventListener("submit", async (event) => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    event.submitter?.setAttribute("aria-busy", "true")
    await flush()
    isEnding = false
    event.submitter?.removeAttribute("aria-busy")
    if (!form.matches("[data-stop]")) {
      if (!pending.isEmpty() && !confirm(words.unsaved)) return
      PendingChanges.clear()
    }
    form.submit()
  })
}
