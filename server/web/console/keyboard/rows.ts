/** The lines of a review, and the files that staff decide about: each has keys of its own. */
export const lines = ".line, .document-row .file-item"
const rows = `main :is(.data-table tbody tr, .board-card, ${lines})`

/** The element to focus: a row's link, or the entire review line, which has several actions. */
function targetOf(row: HTMLElement): HTMLElement | null {
  return row.matches(".line") ? row : linkOf(row)
}

function linkOf(row: Element): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>(".cell-primary a[href]") ?? row.querySelector("a[href]")
}

export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(rows) ?? null
}

/** Focuses the line after this one. The next "j" is for that line, not for the one after it. */
export function moveOn(line: HTMLElement): void {
  const all = [...document.querySelectorAll<HTMLElement>(lines)]
  arriveAt(all[all.indexOf(line) + 1], line)
}

function arriveAt(next: HTMLElement | undefined, otherwise: HTMLElement | null): void {
  const target = focusRow(next ?? otherwise)
  if (!next || !target) return
  target.dataset.arrived = ""
  target.addEventListener("blur", () => delete target.dataset.arrived, { once: true })
}

/** Focuses a row where it is in sight; returns the element that has the focus. */
function focusRow(row: HTMLElement | null | undefined): HTMLElement | null | undefined {
  const target = row && targetOf(row)
  target?.focus()
  target?.scrollIntoView({ block: "nearest" })
  return target
}

/** Focuses the next or previous row; without a focused row, the first or last. */
export function moveRow(step: 1 | -1): void {
  const focused = document.activeElement
  if (step > 0 && focused instanceof HTMLElement && focused.dataset.arrived !== undefined) {
    delete focused.dataset.arrived
    return
  }
  // Table rows with a link, and the lines of a review.
  const listed = [...document.querySelectorAll<HTMLElement>(rows)].filter((row) =>
    targetOf(row)?.checkVisibility(),
  )
  const row = focusedRow()
  const at = row ? listed.indexOf(row) : step > 0 ? -1 : listed.length
  focusRow(listed[Math.min(Math.max(at + step, 0), listed.length - 1)])
}

/** Clicks the control for a key in the focused line; returns what to announce if the line has none; "a" goes on to the next line then. */
export function pressInLine(key: string): string | undefined {
  const line = focusedRow()
  const control = line?.querySelector<HTMLElement>(`[data-key="${key}"]`)
  if (line && key === "a" && control) goOnAfter(line)
  // A menu moves the focus into itself only from its own button.
  if (control?.matches("summary")) control.focus()
  control?.click()
  if (control || !document.querySelector(lines)) return undefined
  if (!line?.matches(lines)) return "Choose a line first: press j."
  if (key !== "a") return "This line has no such action."
  moveOn(line)
  return line.querySelector<HTMLElement>("[data-why-not]")?.dataset.whyNot ?? "This line has no such action."
}

/** An accepted file leaves its place, so the focus goes on to the next one to accept, once the list is drawn again. */
function goOnAfter(line: HTMLElement): void {
  if (!line.matches(".file-item")) return
  const open = [...document.querySelectorAll<HTMLElement>(`.file-item:has([data-key="a"])`)]
  const next = open[open.indexOf(line) + 1] ?? open.find((each) => each !== line)
  // Refused, it stays where it is, and what is done later moves nothing.
  const over = new AbortController()
  for (const end of ["done", "refused"])
    document.addEventListener(
      `in-place-${end}`,
      () => {
        over.abort()
        if (end === "done") arriveAt(next && (document.getElementById(next.id) ?? undefined), null)
      },
      { signal: over.signal },
    )
}

export function openRow(): void {
  const row = focusedRow()
  if (row) linkOf(row)?.click()
}

/** Toggles the focused row's checkbox and returns the announcement; undefined if it has none. */
export function selectRow(): string | undefined {
  const row = focusedRow()
  const box = row?.querySelector<HTMLInputElement>("input[type=checkbox]:not(:disabled)")
  if (!row || !box) return undefined
  box.click()
  const name = linkOf(row)?.textContent ?? "Row"
  return box.checked ? `${name} selected` : `${name} deselected`
}

/** Opens a menu of the focused card, or of the bar of selected rows; returns what to announce if none is selected. */
export function openBulk(name: string): string | undefined {
  const own = document.activeElement
    ?.closest(".board-card")
    ?.querySelector<HTMLDetailsElement>(`[id$=-${name}]`)
  const menu = own ?? document.querySelector<HTMLDetailsElement>(`details#bulk-${name}`)
  if (!menu) return undefined
  if (!own && !document.querySelector(".row-box :checked, #all:checked")) return "Select rows first: press x."
  menu.querySelector("summary")?.focus()
  menu.open = true
  return undefined
}
