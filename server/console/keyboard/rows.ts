const rows = "main :is(.data-table tbody tr, .line)"

/** The rows of the page's tables that lead somewhere, and the lines of a review, from top to bottom. */
function listRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(rows)].filter((row) => targetOf(row)?.checkVisibility())
}

/** What takes the focus of a row: what names and opens it, or the line itself, which has several things to do. */
function targetOf(row: HTMLElement): HTMLElement | null {
  return row.matches(".line") ? row : linkOf(row)
}

function linkOf(row: Element): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>(".cell-primary a[href]") ?? row.querySelector("a[href]")
}

/** The row that has the focus, or holds what has it. */
export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(rows) ?? null
}

/** Puts the focus on the link of the next or the earlier row: the first or the last where none has it. */
export function moveRow(step: 1 | -1): void {
  const listed = listRows()
  const row = focusedRow()
  const at = row ? listed.indexOf(row) : step > 0 ? -1 : listed.length
  const next = listed[Math.min(Math.max(at + step, 0), listed.length - 1)]
  const target = next && targetOf(next)
  target?.focus()
  target?.scrollIntoView({ block: "nearest" })
}

/** Presses what does a key's action in the line that has the focus. */
export function pressInLine(key: string): void {
  focusedRow()?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()
}

export function openRow(): void {
  const row = focusedRow()
  if (row) linkOf(row)?.click()
}

/** Ticks the row's box or takes the tick away, and says which row it was; nothing where rows have none. */
export function selectRow(): string | undefined {
  const row = focusedRow()
  const box = row?.querySelector<HTMLInputElement>("input[type=checkbox]:not(:disabled)")
  if (!row || !box) return undefined
  box.click()
  const words = linkOf(row)?.textContent ?? "Row"
  return box.checked ? `${words} chosen` : `${words} no longer chosen`
}
