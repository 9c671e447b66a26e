/** The rows of the page's tables that lead somewhere, from top to bottom. */
function listRows(): HTMLTableRowElement[] {
  const rows = document.querySelectorAll<HTMLTableRowElement>("main .data-table tbody tr")
  return [...rows].filter((row) => linkOf(row)?.checkVisibility())
}

/** What names the row and opens it. */
function linkOf(row: Element): HTMLAnchorElement | null {
  return row.querySelector<HTMLAnchorElement>(".cell-primary a[href]") ?? row.querySelector("a[href]")
}

/** The row that has the focus, or holds what has it. */
export function focusedRow(): HTMLTableRowElement | null {
  return document.activeElement?.closest<HTMLTableRowElement>("main .data-table tbody tr") ?? null
}

/** Puts the focus on the link of the next or the earlier row: the first or the last where none has it. */
export function moveRow(step: 1 | -1): void {
  const rows = listRows()
  const row = focusedRow()
  const at = row ? rows.indexOf(row) : step > 0 ? -1 : rows.length
  const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)]
  const link = next && linkOf(next)
  link?.focus()
  link?.scrollIntoView({ block: "nearest" })
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
