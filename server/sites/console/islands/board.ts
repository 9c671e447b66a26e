import { loadMenu } from "../../../web/console/in-place/load.ts"

// Cards of the board move to another column by dragging, as by their menu: its choices know what was shown.
let dragged: HTMLElement | undefined

const columnAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>(".board-column") : null

function mark(column?: HTMLElement | null): void {
  for (const each of document.querySelectorAll(".drop-here")) each.classList.remove("drop-here")
  column?.classList.add("drop-here")
}

document.addEventListener("dragstart", ({ target }) => {
  dragged = target instanceof HTMLElement && target.matches(".board-card") ? target : undefined
})
document.addEventListener("dragover", (event) => {
  const column = dragged && columnAt(event)
  const isOther = column != null && !column.contains(dragged ?? null)
  mark(isOther ? column : null)
  if (isOther) event.preventDefault()
})
document.addEventListener("dragend", () => {
  dragged = undefined
  mark()
})
document.addEventListener("drop", (event) => {
  const column = columnAt(event)
  if (!dragged || !column || column.contains(dragged)) return
  event.preventDefault()
  void move(dragged, column.dataset.stage ?? "")
})

async function move(card: HTMLElement, stage: string): Promise<void> {
  const menu = card.querySelector<HTMLDetailsElement>("details")
  const panel = menu?.querySelector(".dropdown-panel")
  if (!panel || !menu?.dataset.menu) return
  await loadMenu(panel, menu.dataset.menu)
  panel.querySelector<HTMLButtonElement>(`button[value="${CSS.escape(stage)}"]`)?.click()
}
