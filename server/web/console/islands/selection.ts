import { newElement } from "../in-place/element.ts"

// Adds a button that selects all rows of the page, and shows how many are selected.
const form = document.querySelector<HTMLFormElement>("form#selection")
const steps = form?.querySelector(".selection-steps")
const count = form?.querySelector("[role=status]")
if (form && steps && count) prepare(form, steps, count)

function prepare(form: HTMLFormElement, steps: Element, count: Element): void {
  // A row may have been replaced, with its checkbox.
  const boxes = () =>
    [...form.elements].filter((each): each is HTMLInputElement => each.matches("input[name=matter]"))
  const all = newElement("button", { type: "button", className: "button button-quiet button-small" })
  steps.prepend(all)

  const show = () => {
    const selected = boxes().filter((box) => box.checked).length
    all.textContent = selected === boxes().length ? "Clear selection" : "Select all on this page"
    // The checkbox for the whole list overrules those of the rows.
    const isNamed = selected > 0 && !form.querySelector("#all:checked")
    count.textContent = isNamed ? `${selected} of ${boxes().length} selected` : ""
  }
  all.addEventListener("click", () => {
    const areAllSelected = boxes().every((box) => box.checked)
    for (const box of boxes()) box.checked = !areAllSelected
    show()
  })
  document.addEventListener("change", show)
  document.addEventListener("in-place-done", show)
  // The browser restores checked boxes when it returns to the page.
  addEventListener("pageshow", show)
  show()
}
