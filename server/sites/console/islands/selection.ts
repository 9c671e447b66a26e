import { newElement } from "../../../web/console/in-place/element.ts"
import { loadPart } from "../../../web/console/in-place/load.ts"
import { placeParts } from "../../../web/console/in-place/parts.ts"

// The bar of selected rows: a button that selects all rows of the page, ranges by Shift, and how many are selected. Also the
// progress of actions in the background, wherever a page shows it.
const form = document.querySelector<HTMLFormElement>("form#selection")
const steps = form?.querySelector(".selection-steps")
const count = form?.querySelector("[role=status]")
if (form && steps && count) prepare(form, steps, count)
follow()

function prepare(form: HTMLFormElement, steps: Element, count: Element): void {
  // A row may have been replaced, with its checkbox.
  const boxes = () =>
    [...form.elements].filter((each): each is HTMLInputElement => each.matches("input[name=matter]"))
  const whole = form.querySelector<HTMLInputElement>("#all")
  const all = newElement("button", { type: "button", className: "button button-quiet button-small" })
  // After the actions, which a phone shows first; before the checkbox for the whole list.
  steps.insertBefore(all, steps.querySelector(":scope > .choice-row"))
  let last: HTMLInputElement | undefined

  const show = () => {
    const selected = boxes().filter((box) => box.checked).length
    all.textContent = selected === boxes().length ? "Clear selection" : "Select all on this page"
    // The checkbox for the whole list overrules those of the rows.
    const words = whole?.checked
      ? `All ${Number(whole.value).toLocaleString("en-US")} selected`
      : `${selected} of ${boxes().length} selected`
    count.textContent = selected > 0 || whole?.checked ? words : ""
  }
  all.addEventListener("click", () => {
    const areAllSelected = boxes().every((box) => box.checked)
    for (const box of boxes()) box.checked = !areAllSelected
    show()
  })
  document.addEventListener("click", (event) => {
    const box = boxes().find((each) => each === event.target)
    if (!box) return
    const [from, to] = [boxes().indexOf(last ?? box), boxes().indexOf(box)]
    if (event.shiftKey && from >= 0)
      for (const each of boxes().slice(Math.min(from, to), Math.max(from, to) + 1)) each.checked = box.checked
    last = box
    show()
  })
  document.addEventListener("change", show)
  document.addEventListener("in-place-done", ({ target }) => {
    if (target === form) {
      if (whole) whole.checked = false
      form.reset()
      follow()
    }
    show()
  })
  // The browser restores checked boxes when it returns to the page.
  addEventListener("pageshow", show)
  show()
}

/** Loads the progress of each action again until it has ended. The list follows what it changes by itself (live.ts). */
function follow(): void {
  for (const shown of document.querySelectorAll<HTMLElement>("[data-progress]:not([data-followed])")) {
    shown.dataset.followed = ""
    setTimeout(() => void renew(shown.id, shown.dataset.progress ?? ""), 1_000)
  }
}

async function renew(id: string, url: string): Promise<void> {
  const [part] = (await loadPart(url)) ?? []
  if (part) placeParts(part.outerHTML)
  // The server may be busy; what is shown stays.
  else document.getElementById(id)?.removeAttribute("data-followed")
  if (!part || part.matches("[data-progress]")) return follow()
  if (location.pathname === url) location.reload()
}
