import { createElement } from "../elements.ts"
import { filled, pageLocale } from "../status-line.ts"
import type { AutosaveWords } from "../wire.ts"
import type { PageFields } from "./page-fields.ts"

/** Shows at the field why it is not saved, in the markup the server uses for faults. */
export function markFault(fields: PageFields, field: string, why: string): void {
  const place = fields.place(field)
  if (!place) return
  const id = `${field}-error`
  const existing = document.getElementById(id)
  if (existing) {
    const text = existing.querySelector("span") ?? existing
    if (text.textContent !== why) text.textContent = why
    return
  }
  const message = createElement("p", "error-message", createElement("span", "", why))
  message.id = id
  message.dataset.live = ""
  const above = ["hint", "label"].map((name) => place.querySelector(`:scope > .${name}, :scope > h1`))
  ;(above.find(Boolean) ?? place.firstElementChild)?.after(message)
  place.classList.add("field-error")
  describe(fields, field, id, true)
}

/** Removes a message added by `markFault`; one rendered by the server stays until the form is submitted again. */
export function unmarkFault(fields: PageFields, field: string): void {
  const message = document.getElementById(`${field}-error`)
  if (message?.dataset.live === undefined) return
  message.remove()
  fields.place(field)?.classList.remove("field-error")
  describe(fields, field, message.id, false)
}

function describe(fields: PageFields, field: string, id: string, isFaulty: boolean): void {
  for (const control of fields.controlsOf(field)) {
    const others = (control.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .filter((each) => each !== "" && each !== id)
    const ids = isFaulty ? [...others, id] : others
    if (ids.length > 0) control.setAttribute("aria-describedby", ids.join(" "))
    else control.removeAttribute("aria-describedby")
    if (isFaulty) control.setAttribute("aria-invalid", "true")
    else control.removeAttribute("aria-invalid")
  }
}

/** Shows how many characters are left in long texts; announces it after a pause, and only in the last tenth. */
export function countCharacters(words: AutosaveWords): void {
  for (const line of document.querySelectorAll<HTMLElement>("[data-count]")) {
    const area = document.getElementById(line.dataset.count ?? "")
    const limit = Number(line.dataset.limit)
    if (!(area instanceof HTMLTextAreaElement)) continue
    const announcement = createElement("span", "visually-hidden")
    announcement.setAttribute("role", "status")
    line.after(announcement)
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      const left = limit - [...area.value.trim()].length
      const text = countText(left, words)
      line.textContent = text
      line.classList.toggle("count-over", left < 0)
      clearTimeout(timer)
      timer = setTimeout(() => {
        announcement.textContent = left < limit / 10 ? text : ""
      }, 1_000)
    }
    area.addEventListener("input", count)
    if (area.value !== "") count()
  }
}

function countText(left: number, words: AutosaveWords): string {
  const count = Math.abs(left)
  const [one, many] = left < 0 ? [words.over_one, words.over_many] : [words.left_one, words.left_many]
  return count === 1 ? one : filled(many, { count: count.toLocaleString(pageLocale()) })
}
