/** Chooses all rows of the page at once, and says how many are chosen. */
const form = document.querySelector<HTMLFormElement>("form#selection")
const steps = form?.querySelector(".selection-steps")
const count = form?.querySelector("[role=status]")
if (form && steps && count) prepare(form, steps, count)

function prepare(form: HTMLFormElement, steps: Element, count: Element): void {
  const boxes = [...form.querySelectorAll<HTMLInputElement>("input[name=matter]")]
  const all = document.createElement("button")
  all.type = "button"
  all.className = "button button-quiet button-small"
  steps.prepend(all)

  const show = () => {
    const chosen = boxes.filter((box) => box.checked).length
    all.textContent = chosen === boxes.length ? "Choose none" : "Choose all on this page"
    count.textContent = chosen === 0 ? "" : `${chosen} of ${boxes.length} chosen`
  }
  all.addEventListener("click", () => {
    const isWhole = boxes.every((box) => box.checked)
    for (const box of boxes) box.checked = !isWhole
    show()
  })
  form.addEventListener("change", show)
  // A browser that comes back to the page brings the ticks back with it.
  addEventListener("pageshow", show)
  show()
}
