/** Puts an item before another one, or at the end of a list. */
type Move = (item: HTMLElement, before: Element | null | undefined, list: HTMLElement | null) => void

/** Lets items of the outline be dragged to another place among their own kind. */
export function prepareDragging(builder: HTMLElement, move: Move): void {
  let dragged: HTMLElement | undefined
  const mark = (over?: Element | null) => {
    for (const each of builder.querySelectorAll(".drop-here")) each.classList.remove("drop-here")
    over?.classList.add("drop-here")
  }
  /** The item that `dragged` would go before: of its own kind, which only sections of a kind can hold. */
  const targetOf = (event: DragEvent) => {
    const under = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-item]") : null
    if (!dragged || !under || under === dragged || dragged.contains(under)) return undefined
    const homeOf = (item: Element) => item.parentElement?.dataset.home
    if (homeOf(under) === homeOf(dragged)) return under
    const section = under.closest<HTMLElement>("[data-place^=':']")
    return homeOf(dragged) ? undefined : (section ?? undefined)
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
    move(dragged, isLower ? target.nextElementSibling : target, target.parentElement)
  })
  builder.addEventListener("dragend", () => mark())
}

/** One place up or down in its list; at its end nothing moves. */
export function moveBy(item: HTMLElement, step: -1 | 1, move: Move): void {
  const other = step < 0 ? item.previousElementSibling : item.nextElementSibling?.nextElementSibling
  const isLast = step > 0 && !item.nextElementSibling
  if (isLast || (step < 0 && !other)) return
  move(item, other, item.parentElement)
}

/** The form that the part in hand is moved with, for another item. */
export function moveForm(form: HTMLFormElement, item: string, to: string): HTMLFormElement {
  const moved = document.createElement("form")
  moved.method = "post"
  moved.action = form.action
  const fields = { ...Object.fromEntries(new FormData(form)), item, to, step: "move" }
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input")
    Object.assign(field, { type: "hidden", name, value: String(value) })
    moved.append(field)
  }
  return moved
}
