import { loadMenu } from "./load.ts"

const opened = "details.dropdown[open]"
const controls = "button:not([type=hidden], :disabled), a[href], input:not([type=hidden]), select, textarea"

/**
 * Menus (ui/components/button.tsx): arrow keys, Home, End and the first letters of a line move in them, Escape and a press
 * elsewhere close them. A press elsewhere also saves a value that was typed; Escape does not.
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
  document.addEventListener("submit", pressOwn, true)
}

/** In a form with several menus, Enter presses the button of its own, whatever is left in another. */
function pressOwn(event: SubmitEvent): void {
  const { target: form, submitter } = event
  const menu = document.activeElement?.closest("details.dropdown")
  const [button] = [...(menu?.querySelectorAll<HTMLElement>("button[name]") ?? [])].toReversed()
  if (!(form instanceof HTMLFormElement) || !submitter?.matches("[aria-hidden]") || !button) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // While an event says that a form is sent, it cannot be sent by another button.
  setTimeout(() => form.requestSubmit(button))
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
  else if (menu.open && mayLeave(event)) {
    const next = nextOf(controlsOf(menu), key)
    // A letter that no line begins with is no shortcut of the page either.
    if (!next && !isTyped(key)) return
    next?.focus()
  } else return
  event.preventDefault()
}

function nextOf(all: HTMLElement[], key: string): HTMLElement | undefined {
  const at = all.indexOf(document.activeElement as HTMLElement)
  switch (key) {
    case "ArrowDown":
      return all[(at + 1) % all.length]
    case "ArrowUp":
      return all.at(at < 0 ? -1 : at - 1)
    case "Home":
      return all[0]
    case "End":
      return all.at(-1)
    default:
      return isTyped(key) ? named(all, at, key) : undefined
  }
}

/** Whether a key types something; the space bar presses what has the focus. */
function isTyped(key: string): boolean {
  return key.length === 1 && key !== " "
}

let typed = ""
let forget: ReturnType<typeof setTimeout> | undefined

/** The line that begins with the letters typed in a row; the same letter again goes on to the next such line. */
function named(all: HTMLElement[], at: number, character: string): HTMLElement | undefined {
  typed += character
  clearTimeout(forget)
  forget = setTimeout(() => {
    typed = ""
  }, 700)
  const isRepeated = [...typed].every((each) => each === character)
  const [words, first] = isRepeated ? [character, at + 1] : [typed, Math.max(at, 0)]
  const from = first % Math.max(all.length, 1)
  return [...all.slice(from), ...all.slice(0, from)].find((each) =>
    plain(each.innerText).startsWith(plain(words)),
  )
}

/** Without marks and case, as people type names. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").trim().toLowerCase()
}

function controlsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(`.dropdown-panel :is(${controls})`)].filter((each) =>
    each.checkVisibility(),
  )
}

/** Dates and lists use the arrow keys themselves, and fields what is typed. */
function mayLeave({ target, key }: KeyboardEvent): boolean {
  const own = key.startsWith("Arrow") ? "input[type=date], input[type=radio]" : "input:not([type=checkbox])"
  return target instanceof Element && !target.matches(`select, textarea, ${own}`)
}
