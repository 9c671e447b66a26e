/** What is typed in a box, up to the separator that ends it. Days that come first are read once they are whole. */
const ended: Readonly<Record<string, RegExp>> = {
  month: /^(?:(?:0?[1-9]|1[0-2])[/.-]|\p{L}{3,}\.?\s)$/u,
  day: /^\d{1,2}(?:st|nd|rd|th)?[/.,\s-]$/u,
}

/** Moves on to the next box of a date at a separator, so that the whole date can be typed in one go. */
export function followDates(): void {
  const move = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || !ended[target.dataset.part ?? ""]?.test(target.value)) return
    const boxes = [...(target.closest(".date-parts")?.querySelectorAll("input") ?? [])]
    const next = boxes[boxes.indexOf(target) + 1]
    // Whoever corrects one box stays there.
    if (next?.value !== "") return
    target.value = target.value.slice(0, -1)
    next.focus()
  }
  // Before the box is read.
  document.addEventListener("input", move, { capture: true })
}
