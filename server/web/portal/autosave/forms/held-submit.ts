/** How long a submit waits for autosave before the form is submitted anyway. */
const timeout_ms = 2_500

/**
 * Holds back the submit of an autosaved form until autosave has finished, so that the form names the current
 * revisions. A slow connection delays the submit only until the timeout; offline, it waits for the connection.
 */
export class HeldSubmit {
  private button: HTMLElement | null | undefined
  private isReleased = false

  constructor(
    private readonly form: HTMLFormElement,
    /** Sends pending changes; resolves to whether all of them arrived. */
    private readonly flush: () => Promise<boolean>,
    private readonly isWaiting: () => boolean,
    /** Tells the client that the submit waits for the connection. */
    private readonly sayWaiting: () => void,
  ) {
    form.addEventListener("submit", (event) => {
      if (this.isReleased || (navigator.onLine && !this.isWaiting())) return
      event.preventDefault()
      if (this.button === undefined) void this.hold(event.submitter)
    })
    // Typing again cancels the submit.
    form.addEventListener("input", () => this.cancel())
  }

  /** Submits the form if a submit is held and the browser is online. Call once every pending change has arrived. */
  resume(): void {
    if (this.button === undefined || this.isReleased || !navigator.onLine) return
    this.isReleased = true
    this.form.requestSubmit(this.button)
    this.isReleased = false
    // The button stays busy until the next page opens; if none does, the client may press it again.
    this.button = undefined
  }

  get isHeld(): boolean {
    return this.button !== undefined
  }

  private async hold(button: HTMLElement | null): Promise<void> {
    this.button = button
    visibleButton(this.form, button)?.setAttribute("aria-busy", "true")
    const timeout = new Promise<"timeout">((resolve) => setTimeout(() => resolve("timeout"), timeout_ms))
    const outcome = await Promise.race([this.flush(), timeout])
    if (outcome !== false) this.resume()
    if (this.isHeld) this.sayWaiting()
  }

  private cancel(): void {
    for (const button of this.form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
    this.button = undefined
  }
}

/** The button to mark as busy: the Enter key presses a hidden default button, for which the visible one stands in. */
export function visibleButton(form: HTMLFormElement, button: HTMLElement | null): Element | null {
  return button && !button.hasAttribute("aria-hidden")
    ? button
    : form.querySelector("button[type=submit]:not([aria-hidden])")
}
