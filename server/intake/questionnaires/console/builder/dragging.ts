import { newElement } from "../../../../web/console/in-place/element.ts"

/** Moves the item with this key to the position that `placeOf` returns. */
type Move = (key: string, placeOf: (item: HTMLElement) => string | undefined) => void

/** Enables drag and drop in the outline, among items of the same kind. */
export function prepareDragging(builder: HTMLElement, move: Move): void {
  let dragged: HTMLElement | undefined
  const mark = (over?: Element | null) => {
    for (const each of builder.querySelectorAll(".drop-here")) each.classList.remove("drop-here")
    over?.classList.add("drop-here")
  }
  /** The drop target: an item of the same kind or, when dragging a section, the section under the pointer. */
  const targetOf = (event: DragEvent) => {
    const under = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-item]") : null
    if (!dragged || !under || under === dragged || dragged.contains(under)) return undefined
    const kindOf = (item: Element) => item.parentElement?.dataset.home
    if (kindOf(under) === kindOf(dragged)) return under
    const section = under.closest<HTMLElement>("[data-place^=':']")
    return kindOf(dragged) ? undefined : (section ?? undefined)
  }
  builder.addEventListener("dragstart", ({ target }) => {
    dragged =
      target instanceof Element ? (target.closest<HTMLElement>("[data-item]") ?? undefined) : undefined
  })
  builder.addEventListener("dragover", (event) => {
    const target = targetOf(event)
    mark(target)
    if (target) event.preventDefault()
  })
  builder.addEventListener("drop", (event) => {
    const target = targetOf(event)
    mark()
    if (!target || !dragged) return
    event.preventDefault()
    const isLower = target.getBoundingClientRect().top + target.offsetHeight / 2 < event.clientY
    const place = placeBefore(isLower ? target.nextElementSibling : target, target.parentElement)
    move(dragged.dataset.item ?? "", () => place)
  })
  builder.addEventListener("dragend", () => mark())
}

/** Alt+Up and Alt+Down move the focused item, and plus adds after it; Ctrl+Z and Ctrl+Shift+Z undo and redo. */
export function prepareKeys(builder: HTMLElement, move: Move): void {
  builder.addEventListener("keydown", (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, key, target } = event
    const item = target instanceof Element ? target.closest<HTMLElement>("[data-item]") : null
    if (altKey && item && (key === "ArrowUp" || key === "ArrowDown")) {
      event.preventDefault()
      move(item.dataset.item ?? "", (now) => placeBy(now, key === "ArrowUp" ? -1 : 1))
    }
    if (key === "+" && item) {
      event.preventDefault()
      item.querySelector<HTMLElement>(":scope > .outline-add")?.click()
    }
    const isTyping = target instanceof Element && target.matches("input, textarea, select")
    if ((ctrlKey || metaKey) && key.toLowerCase() === "z" && !isTyping) {
      event.preventDefault()
      builder.querySelector<HTMLButtonElement>(`[data-step=${shiftKey ? "redo" : "undo"}]`)?.click()
    }
  })
}

/** The position one step up or down in its list; undefined at the end of the list. */
function placeBy(item: HTMLElement, step: -1 | 1): string | undefined {
  const other = step < 0 ? item.previousElementSibling : item.nextElementSibling?.nextElementSibling
  const isLast = step > 0 && !item.nextElementSibling
  return isLast || (step < 0 && !other) ? undefined : placeBefore(other, item.parentElement)
}

function placeBefore(other: Element | null | undefined, list: HTMLElement | null): string {
  return other instanceof HTMLElement ? (other.dataset.place ?? ":") : (list?.dataset.end ?? ":")
}

export function copyOf(form: HTMLFormElement, values: Readonly<Record<string, string>>): HTMLFormElement {
  const fields = Object.entries({ ...Object.fromEntries(new FormData(form)), ...values }).map(
    ([name, value]) => newElement("input", { type: "hidden", name, value: String(value) }),
  )
  return newElement("form", { method: "post", action: form.action }, ...fields)
}
