import { findLanguage, localeOf } from "../../definition/text.ts"
import type { AutosaveWords } from "./wire.ts"

type State = "idle" | "saving" | "saved" | "waiting" | "failed" | "conflict"

const shown_ms = 400
/** How long one waits for an answer without wondering. */
export const slow_ms = 4_000

/** The one line in which saving speaks. Screen readers parseForm what stays true, not every keystroke. */
export class StatusLine {
  private later: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly element: HTMLElement | null,
    readonly words: AutosaveWords,
  ) {}

  say(state: State, text: string): void {
    clearTimeout(this.later)
    if (!this.element) return
    this.element.dataset.state = state
    if (this.element.textContent !== text) this.element.textContent = text
  }

  /**
   * Only if it takes long enough to be wondered at; longer, and it says what is safe. What is tried again is not
   * announced again.
   */
  saySaving(): void {
    clearTimeout(this.later)
    if (this.element?.dataset.state === "waiting") return
    this.later = setTimeout(() => {
      this.say("saving", this.words.saving)
      this.later = setTimeout(() => this.say("waiting", this.words.slow), slow_ms - shown_ms)
    }, shown_ms)
  }
}

/** Fills `{name}` in a sentence. */
export function filled(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
}

/** How the page's language writes numbers and times. */
export function pageLocale(): string {
  return localeOf(findLanguage(document.documentElement.lang) ?? "en")
}

/** A moment on this device's clock: the time, and the day unless it is today. */
export function clockTime(moment: Date): string {
  const lang = pageLocale()
  const time = moment.toLocaleTimeString(lang, { timeStyle: "short" })
  const day = moment.toLocaleDateString(lang, { dateStyle: "medium" })
  return day === new Date().toLocaleDateString(lang, { dateStyle: "medium" }) ? time : `${day}, ${time}`
}
