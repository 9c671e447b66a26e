import { newRecordField } from "../../new-record-field.ts"
import { type StatusLine, slow_ms } from "../status-line.ts"
import { visibleButton } from "./held-submit.ts"

/** By now the browser has given up on a dead connection, and a new attempt opens another. */
const retry_ms = 15_000
const max_attempts = 3

/**
 * While a submitted form waits for its response, tells the client what is saved and what happens next, and resubmits
 * a form that is safe to repeat. Ignores forms with files, which take their time.
 */
export function watchSlowForms(status: StatusLine): void {
  let timers: ReturnType<typeof setTimeout>[] = []
  let attempts = 0
  const clearTimers = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  const clearBusy = () => {
    for (const button of document.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
  }
  const retry = (form: HTMLFormElement, button: HTMLElement | null) => {
    if (attempts < max_attempts && isRepeatable(form)) return form.requestSubmit(button)
    attempts = 0
    clearBusy()
    status.say("failed", status.words.stuck_form)
  }
  document.addEventListener("submit", ({ defaultPrevented, target, submitter }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement) || !isWatched(target, submitter)) return
    clearTimers()
    attempts += 1
    visibleButton(target, submitter)?.setAttribute("aria-busy", "true")
    timers = [
      setTimeout(() => status.say("waiting", status.words.slow_form), slow_ms),
      setTimeout(() => retry(target, submitter), retry_ms),
    ]
  })
  // Typing again cancels the retry.
  document.addEventListener("input", () => {
    clearTimers()
    clearBusy()
    attempts = 0
  })
}

function isWatched(form: HTMLFormElement, submitter: HTMLElement | null): boolean {
  const enctype = submitter?.getAttribute("formenctype") ?? form.enctype
  return form.matches("[data-autosave], [data-kept]") && enctype !== "multipart/form-data"
}

/** Whether the server stores the same however often the form arrives. */
function isRepeatable(form: HTMLFormElement): boolean {
  return form.matches("[data-autosave]") || form.elements.namedItem(newRecordField) !== null
}
