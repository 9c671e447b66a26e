/** While one types shares, fills what is left of 100 percent into the only box still blank. */
export function fillRemainingShare(): void {
  document.addEventListener("input", fill)
}

const boxes_of_chosen =
  ":scope > .choice-row:has(> .choice > :checked) > .choice-reveal > * > * > [name^='share.']"

function fill({ target }: Event): void {
  const group = (target as Element).closest(".choices")
  const boxes = [...(group?.querySelectorAll<HTMLInputElement>(boxes_of_chosen) ?? [])]
  const blank = boxes.filter(({ value, dataset }) => value === (dataset.filled ?? ""))
  if (boxes.length < 2 || blank[0] === document.activeElement) return
  let rest = 100
  for (const box of boxes) if (!blank.includes(box)) rest -= Number(box.value || "none")
  // A trust or someone else, who has no box, may hold the rest.
  const isWhole = !document.querySelector<HTMLInputElement>("[name=owner_value]")?.value
  const value = blank.length === 1 && rest > 0 && isWhole ? String(Math.round(rest * 100) / 100) : ""
  for (const box of blank) {
    if (box.value === value) continue
    box.dataset.filled = box.value = value
    box.dispatchEvent(new Event("input", { bubbles: true }))
  }
}
