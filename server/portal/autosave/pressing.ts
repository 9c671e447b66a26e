/** How long a press waits for what is being saved before the form goes out by itself. */
const timeout_ms = 2_500

/**
 * The button of a page that is saved while it is typed. What autosave knows arrives first, so that the form names the
 * right revisions; a line that hangs is not waited for, and one that is down is: the press goes on once it is back.
 */
export class Press {
  private button: HTMLElement | null | undefined
  private isReleased = false

  constructor(
    private readonly form: HTMLFormElement,
    /** Sends what waits; whether it all arrived. */
    private readonly flush: () => Promise<boolean>,
    private readonly isWaiting: () => boolean,
    /** The press has to wait for the line. */
    private readonly sayWaiting: () => void,
  ) {
    form.addEventListener("submit", (event) => {
      if (this.isReleased || (navigator.onLine && !this.isWaiting())) return
      event.preventDefault()
      if (this.button === undefined) void this.begin(event.submitter)
    })
    // Whoever types on is not done.
    form.addEventListener("input", () => this.forget())
  }

  /** All that waited has arrived: a press that waited for it goes on. */
  goOn(): void {
    if (this.button === undefined || this.isReleased || !navigator.onLine) return
    this.isReleased = true
    this.form.requestSubmit(this.button)
    this.isReleased = false
    // It stays busy until the next page comes; one that does not come may be asked for again.
    this.button = undefined
  }

  get isHeld(): boolean {
    return this.button !== undefined
  }

  private async begin(button: HTMLElement | null): Promise<void> {
    this.button = button
    shownButton(this.form, button)?.setAttribute("aria-busy", "true")
    const hung = new Promise<"hung">((resolve) => setTimeout(() => resolve("hung"), timeout_ms))
    const outcome = await Promise.race([this.flush(), hung])
    if (outcome !== false) this.goOn()
    if (this.isHeld) this.sayWaiting()
  }

  private forget(): void {
    for (const button of this.form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
    this.button = undefined
  }
}

/** The Enter key presses a button nobody sees. */
export function shownButton(form: HTMLFormElement, button: HTMLElement | null): Element | null {
  return button && !button.hasAttribute("aria-hidden")
    ? button
    : form.querySelector("button[type=submit]:not([aria-hidden])")
}
