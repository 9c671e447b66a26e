import { findLanguage, localeOf } from "../../../definition/text.ts"
import { namedTime } from "../named-time.ts"
import { createElement } from "./elements.ts"
import type { AutosaveWords } from "./wire.ts"

type State = "idle" | "saving" | "saved" | "waiting" | "failed" | "conflict"

const shown_ms = 400
/** How long a client waits for a response before wondering whether it works. */
export const slow_ms = 4_000

/** The one line that reports saving. It changes rarely, so that screen readers do not announce every keystroke. */
export class StatusLine {
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly element: HTMLElement | null,
    readonly words: AutosaveWords,
  ) {}

  /** `href` makes the text a link. */
  say(state: State, text: string, href?: string): void {
    clearTimeout(this.timer)
    if (!this.element) return
    this.element.dataset.state = state
    const link = this.element.querySelector("a")?.getAttribute("href")
    if (this.element.textContent === text && link === href) return
    this.element.replaceChildren(href ? Object.assign(createElement("a", "", text), { href }) : text)
  }

  /** Why changes are not saved yet: a pressed button waits for them, or nothing answers. */
  whyWaiting(submit: { isHeld: boolean } | null): string {
    if (submit?.isHeld) return this.words.pressed
    return navigator.onLine ? this.words.retrying : this.words.offline
  }

  /** Reports saving only once it takes noticeably long, and then that it is slow. Stays silent during retries. */
  saySaving(): void {
    clearTimeout(this.timer)
    if (this.element?.dataset.state === "waiting") return
    this.timer = setTimeout(() => {
      this.say("saving", this.words.saving)
      this.timer = setTimeout(() => this.say("waiting", this.words.slow), slow_ms - shown_ms)
    }, shown_ms)
  }
}

/** Fills `{name}` in a sentence. */
export function filled(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
}

/** The locale for numbers and times, from the page's language. */
export function pageLocale(): string {
  return localeOf(findLanguage(document.documentElement.lang) ?? "en")
}

/** The time in the firm's time zone, like every other time on the page, with the date unless it is today. */
export function clockTime(at: Date): string {
  const lang = pageLocale()
  const timeZone = document.getElementById("autosave")?.dataset.timeZone
  const dayOf = (moment: Date) => moment.toLocaleDateString(lang, { timeZone, dateStyle: "medium" })
  const time = namedTime(at, timeZone, lang)
  return dayOf(at) === dayOf(new Date()) ? time : `${dayOf(at)}, ${time}`
}
