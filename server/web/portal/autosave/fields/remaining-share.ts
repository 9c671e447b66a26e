const boxes_of_chosen =
  ":scope > .choice-row:has(> .choice > :checked) > .choice-reveal > * > * > [name*='.contact_']"

/**
 * While one types shares, fills what is left of 100 percent into the only box still blank, and shows in a bar how much is
 * given. Beneficiaries whose boxes are all blank share equally, and the boxes say so.
 */
export function followShares(): void {
  document.addEventListener("input", ({ target }) => update((target as Element).closest(".choices")))
  // What was typed before a reload is put back after this.
  queueMicrotask(() => document.querySelectorAll(".choices:has(+ .share-total)").forEach(update))
}

function update(choices: Element | null): void {
  const total = choices?.nextElementSibling as HTMLElement | null | undefined
  if (!choices || !total?.matches(".share-total")) return
  const boxes = [...choices.querySelectorAll<HTMLInputElement>(boxes_of_chosen)]
  fillRest(boxes)
  const isEqual = boxes.every(({ value, name }) => value === "" && !isOwners(name))
  for (const box of boxes) box.placeholder = isEqual ? inPercent(100 / boxes.length) : ""
  const sum = isEqual && boxes[0] ? 100 : sumOf(boxes.filter(({ value }) => value))
  const [progress, text] = total.querySelectorAll<HTMLProgressElement>("progress, output")
  // No share is typed, or one in another way than as a decimal.
  total.hidden = !sum
  total.classList.toggle("is-over", sum > 100.05)
  if (progress) progress.value = sum || 0
  if (text) text.textContent = `${inPercent(sum)}%`
}

function fillRest(boxes: readonly HTMLInputElement[]): void {
  const blank = boxes.filter(({ value, dataset }) => value === (dataset.filled ?? ""))
  if (boxes.length < 2 || blank[0] === document.activeElement) return
  const rest = 100 - sumOf(boxes.filter((box) => !blank.includes(box)))
  // A trust or someone else, who has no box, may hold the rest.
  const isWhole =
    !isOwners(blank[0]?.name ?? "") || !document.querySelector<HTMLInputElement>("[name=owner_value]")?.value
  const value = blank.length === 1 && rest > 0 && isWhole ? inPercent(rest) : ""
  for (const box of blank) {
    if (box.value === value) continue
    box.dataset.filled = box.value = value
    box.dispatchEvent(new Event("input", { bubbles: true }))
  }
}

const isOwners = (name: string) => name.startsWith("share.")

function sumOf(boxes: readonly HTMLInputElement[]): number {
  return boxes.reduce((sum, { value }) => sum + Number(value.replace(",", ".") || "none"), 0)
}

function inPercent(share: number): string {
  return String(Math.round(share * 100) / 100)
}
