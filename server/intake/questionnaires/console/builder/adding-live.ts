// The line that adds parts, with script: several lines at once, and the next one while the last is being saved.
import { liveForm } from "./drawing.ts"

const lineIn = (builder: ParentNode) => builder.querySelector<HTMLInputElement>("#add")

/** Calls `add` with what was typed. The kind is undefined if it is to be that of the part before. */
export function prepareAdding(
  builder: HTMLElement,
  add: (lines: string, kind: string | undefined) => void,
): (form: HTMLFormElement, lines?: string) => void {
  const take = (form: HTMLFormElement, lines = lineIn(form)?.value ?? "") => {
    const kinds = form.querySelector("select")
    const isChosen = [...(kinds?.options ?? [])].some((each) => each.selected !== each.defaultSelected)
    const kind = isChosen ? kinds?.value : undefined
    form.reset()
    const line = lineIn(form)
    if (line) line.value = ""
    add(lines, kind)
  }
  builder.addEventListener("paste", (event) => {
    const { target, clipboardData } = event
    const pasted = clipboardData?.getData("text").trim() ?? ""
    if (!(target instanceof HTMLInputElement) || target !== lineIn(builder) || !pasted.includes("\n")) return
    event.preventDefault()
    if (target.form) take(target.form, target.value + pasted)
  })
  // Enter goes on to the next part. In a longer text, Shift and Enter begin a new line, and a notice has several.
  builder.addEventListener("keydown", (event) => {
    const { target, key, shiftKey, isComposing } = event
    if (key !== "Enter" || shiftKey || isComposing || !(target instanceof HTMLElement)) return
    const isLine = target.matches("[data-live] input:not([type=checkbox], [type=radio])")
    const isWords = target.matches("[data-live]:not(:has(option[value=notice]:checked)) [id^=prompt]")
    if (!isLine && !isWords) return
    event.preventDefault()
    lineIn(builder)?.focus()
  })
  return take
}

/** What the server refused is typed again, unless the author has gone on typing. */
export function giveBack(builder: ParentNode, lines: string): void {
  const line = lineIn(builder)
  if (line && !line.value) line.value = lines
}

/** Shows the editor from its top, also where only one column fits. */
export function showEditor(): void {
  document.querySelector(".builder-fields")?.scrollTo(0, 0)
  const view = document.querySelector<HTMLInputElement>("#view_editor")
  if (view) view.checked = true
}

/** Shows a new part, and focuses what it still needs, or else the line for the next one. */
export function showNew(builder: ParentNode, takesFocus: boolean): void {
  showEditor()
  const line = lineIn(builder)
  if (!takesFocus || line?.value) return
  const id = liveForm(builder)?.dataset.first
  const first = id ? builder.querySelector<HTMLElement>(`#${id}`) : null
  const field = first?.matches("input, textarea") ? first : first?.querySelector<HTMLElement>("input")
  builder.querySelector("#editor")?.scrollIntoView()
  ;(field ?? line)?.focus()
}
