import { loadMenu } from "./load-menu.ts"

const opened = "details.dropdown[open]"
const controls = "button:not([type=hidden], :disabled), a[href], input:not([type=hidden]), select, textarea"

/**
 * Menus (ui/components/button.tsx): arrow keys move in them, Escape and a press elsewhere close them. A press elsewhere also
 * saves a value that was typed; Escape does not.
 */
export function prepareMenus(): void {
  // "toggle" does not bubble.
  document.addEventListener("toggle", ({ target }) => void opens(target), true)
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll(opened))
      if (!(target instanceof Node) || !menu.contains(target)) leave(menu)
  })
  // Before the keyboard shortcuts, which move between rows with the same keys.
  document.addEventListener("keydown", handleKey, true)
}

async function opens(target: EventTarget | null): Promise<void> {
  if (!(target instanceof HTMLDetailsElement) || !target.matches(opened)) return
  for (const other of document.querySelectorAll(opened))
    if (other !== target && !other.contains(target)) leave(other)
  const panel = target.querySelector(".dropdown-panel")
  if (panel && target.dataset.menu) await loadMenu(panel, target.dataset.menu)
  if (!target.open || !target.contains(document.activeElement)) return
  const [first] = controlsOf(target)
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
}

function leave(menu: Element): void {
  menu.removeAttribute("open")
  for (const field of menu.querySelectorAll<HTMLInputElement>(".typed-value input"))
    if (field.value !== field.defaultValue) field.form?.requestSubmit()
}

function handleKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event
  const menu = target instanceof Element ? target.closest<HTMLDetailsElement>("details.dropdown") : null
  if (!menu || ctrlKey || metaKey || altKey || event.isComposing) return
  const summary = menu.querySelector("summary")
  if (key === "Escape" && menu.open) {
    menu.open = false
    summary?.focus()
  } else if (key === "ArrowDown" && target === summary && !menu.open) menu.open = true
  else if ((key === "ArrowDown" || key === "ArrowUp") && menu.open && mayLeave(target)) {
    const all = controlsOf(menu)
    const step = key === "ArrowDown" ? 1 : -1
    const at = all.indexOf(document.activeElement as HTMLElement)
    all.at(at < 0 ? (step > 0 ? 0 : -1) : (at + step) % all.length)?.focus()
  } else return
  event.preventDefault()
}

function controlsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(`.dropdown-panel :is(${controls})`)].filter((each) =>
    each.checkVisibility(),
  )
}

/** Dates and lists use the arrow keys themselves. */
function mayLeave(target: EventTarget | null): boolean {
  return target instanceof Element && !target.matches("select, textarea, input[type=date], input[type=radio]")
}
