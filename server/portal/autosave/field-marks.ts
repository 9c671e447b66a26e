import type { PageFields } from "./page-fields.ts"
import { filled, pageLocale } from "./status-line.ts"
import type { AutosaveWords } from "./wire.ts"

/** Says at the field why it is not saved, in the words and the shape of a page that came back with faults. */
export function markFault(fields: PageFields, field: string, why: string): void {
  const place = fields.place(field)
  if (!place) return
  const id = `${field}-error`
  const known = document.getElementById(id)
  if (known) {
    const text = known.querySelector("span") ?? known
    if (text.textContent !== why) text.textContent = why
    return
  }
  const message = document.createElement("p")
  message.className = "error-message"
  message.id = id
  message.dataset.live = ""
  const text = document.createElement("span")
  text.textContent = why
  message.append(text)
  const above = ["hint", "label"].map((name) => place.querySelector(`:scope > .${name}, :scope > h1`))
  ;(above.find(Boolean) ?? place.firstElementChild)?.after(message)
  place.classList.add("field-error")
  describe(fields, field, id, true)
}

/** Takes the word back; what the server wrote stands until the page is sent again. */
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

/** Counts the characters of long texts while they are typed; read out once one pauses, and only where it gets tight. */
export function countCharacters(words: AutosaveWords): void {
  for (const line of document.querySelectorAll<HTMLElement>("[data-count]")) {
    const area = document.getElementById(line.dataset.count ?? "")
    const limit = Number(line.dataset.limit)
    if (!(area instanceof HTMLTextAreaElement)) continue
    const spoken = document.createElement("span")
    spoken.className = "visually-hidden"
    spoken.setAttribute("role", "status")
    line.after(spoken)
    let later: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      const left = limit - [...area.value.trim()].length
      const text = countInWords(left, words)
      line.textContent = text
      line.classList.toggle("count-over", left < 0)
      clearTimeout(later)
      later = setTimeout(() => {
        spoken.textContent = left < limit / 10 ? text : ""
      }, 1_000)
    }
    area.addEventListener("input", count)
    if (area.value !== "") count()
  }
}

function countInWords(left: number, words: AutosaveWords): string {
  const count = Math.abs(left)
  const [one, many] = left < 0 ? [words.over_one, words.over_many] : [words.left_one, words.left_many]
  return count === 1 ? one : filled(many, { count: count.toLocaleString(pageLocale()) })
}
