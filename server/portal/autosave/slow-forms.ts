import { newRecordField } from "./drafts.ts"
import { shownButton } from "./pressing.ts"
import { type StatusLine, slow_ms } from "./status-line.ts"

/** A line that has died in silence is given up for another by then. */
const again_ms = 15_000
const max_attempts = 3

/**
 * Says of a form that was sent and has no answer yet what is safe and what happens next. One that stores the same
 * however often it arrives is sent again by itself. Files take their time.
 */
export function watchSlowForms(status: StatusLine): void {
  let timers: ReturnType<typeof setTimeout>[] = []
  let attempts = 0
  const forget = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  const endBusy = () => {
    for (const button of document.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
  }
  const sendAgain = (form: HTMLFormElement, button: HTMLElement | null) => {
    if (attempts < max_attempts && isRepeatable(form)) return form.requestSubmit(button)
    attempts = 0
    endBusy()
    status.say("failed", status.words.stuck_form)
  }
  document.addEventListener("submit", ({ defaultPrevented, target, submitter }) => {
    if (defaultPrevented || !(target instanceof HTMLFormElement) || !isOfPage(target)) return
    forget()
    attempts += 1
    shownButton(target, submitter)?.setAttribute("aria-busy", "true")
    timers = [
      setTimeout(() => status.say("waiting", status.words.slow_form), slow_ms),
      setTimeout(() => sendAgain(target, submitter), again_ms),
    ]
  })
  // Whoever types on is not done.
  document.addEventListener("input", () => {
    forget()
    endBusy()
    attempts = 0
  })
}

function isOfPage(form: HTMLFormElement): boolean {
  return form.matches("[data-autosave], [data-kept]") && form.enctype !== "multipart/form-data"
}

function isRepeatable(form: HTMLFormElement): boolean {
  return form.matches("[data-autosave]") || form.elements.namedItem(newRecordField) !== null
}
