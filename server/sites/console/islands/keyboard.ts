import { forgetDraftsOnSignOut } from "../../../web/console/forms/drafts.ts"
import { newElement } from "../../../web/console/in-place/element.ts"
import { openPalette } from "../../../web/console/keyboard/palette.ts"
import { rememberMatter } from "../../../web/console/keyboard/recent.ts"
import {
  focusedRow,
  lines,
  moveRow,
  openBulk,
  openRow,
  pressInLine,
  selectRow,
} from "../../../web/console/keyboard/rows.ts"
import { type Action, actionOf, go_key, search_key } from "../../../web/console/keyboard/shortcuts.ts"
import { parseBody } from "../../../web/ui/own-response.ts"
import { emptySentForms } from "../../../web/ui/sent-forms.ts"

// The console's keyboard shortcuts. Everything they do is also possible without them.

const settings = document.getElementById("keyboard")
const dialog = document.querySelector<HTMLDialogElement>("#palette")
const palette = dialog && openPalette(dialog)
if (settings && palette) listen(settings.dataset, palette)
rememberMatter(location.pathname)
emptySentForms()
forgetDraftsOnSignOut()

function listen({ single, go = "{}" }: DOMStringMap, search: { toggle: () => void }): void {
  const shortcuts = JSON.parse(go) as Record<string, string>
  const isMac = /Mac|iP/.test(navigator.platform)
  const go_timeout_ms = 1_500
  let goUntil = 0

  const actions: Record<Action, () => void> = {
    help: showHelp,
    filter: () => {
      const field = document.querySelector<HTMLInputElement>("main search input[type=search]")
      field?.focus()
      field?.select()
      if (!field) search.toggle()
    },
    undo: () => document.querySelector<HTMLElement>("[data-undo]")?.click(),
    down: () => moveRow(1),
    up: () => moveRow(-1),
    open: openRow,
    select: () => announce(selectRow()),
    assign: () => explain(openBulk("assign")),
    tag: () => explain(openBulk("tag")),
    due: () => explain(openBulk("due")),
    stage: () => explain(openBulk("stage")),
    accept: () => explain(pressInLine("a")),
    ask: () => explain(pressInLine("q")),
    edit: () => explain(pressInLine("e")),
    giveBack: () => explain(pressInLine("r")),
  }

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (isSearch(event)) search.toggle()
    else if (!handleSingleKey(event)) return
    event.preventDefault()
  })

  /** Runs the action of a single key; false if it has none here. */
  function handleSingleKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isDialogOpen()) return false
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : undefined
    if (step && !event.shiftKey && focusedRow()) {
      moveRow(step)
      return true
    }
    return single === "on" && (handleGoKey(event.key) || act(event.key))
  }

  function isSearch({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    // On a Mac, Ctrl+K deletes to the end of the line.
    const isHeld = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
    if (!isHeld || altKey || shiftKey || key.toLowerCase() !== search_key) return false
    return !isDialogOpen() || dialog?.open === true
  }

  function handleGoKey(key: string): boolean {
    const isGoing = performance.now() < goUntil
    goUntil = 0
    const href = isGoing ? shortcuts[key] : undefined
    if (href) location.assign(href)
    else if (key === go_key) goUntil = performance.now() + go_timeout_ms
    else return isGoing
    return true
  }

  function act(key: string): boolean {
    const action = actionOf(key, document.querySelector(lines) !== null)
    if (action) actions[action]()
    return action !== undefined
  }

  preparePointer(search, isMac)
}

/** Replaces the link to the search page with a button for the palette; closes dialogs by button or backdrop. */
function preparePointer(search: { toggle: () => void }, isMac: boolean): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-palette]")
  if (link) {
    const { className } = link
    const properties = { type: "button", className, ariaHasPopup: "dialog" } as const
    const button = newElement("button", properties, ...link.childNodes)
    button.setAttribute("aria-keyshortcuts", isMac ? "Meta+K" : "Control+K")
    const keys = button.querySelector(".key")
    if (keys && isMac) keys.textContent = "⌘ K"
    button.addEventListener("click", search.toggle)
    link.replaceWith(button)
  }
  for (const each of document.querySelectorAll<HTMLDialogElement>("#keyboard dialog")) {
    each.addEventListener("click", ({ target }) => {
      if (target === each || (target instanceof Element && target.closest("[data-close]"))) each.close()
    })
  }
}

/** Shows the shortcuts page in a dialog, or opens the page if loading it fails. */
function showHelp(): void {
  const address = "/console/keyboard"
  const shown = document.querySelector<HTMLDialogElement>("#shortcuts")
  const body = document.getElementById("shortcuts-body")
  if (!shown || !body) return
  fetch(address)
    .then((response) => response.text())
    .then((html) => {
      const help = parseBody(html).getElementById("keyboard-help")
      if (!help) throw new Error("The response contains no shortcuts.")
      for (const heading of help.querySelectorAll("[id]")) heading.removeAttribute("id")
      help.removeAttribute("id")
      body.replaceChildren(help)
      if (!isDialogOpen()) shown.showModal()
    })
    .catch(() => location.assign(address))
}

function isTyping({ target }: KeyboardEvent): boolean {
  // A field may keep the focus briefly after its dialog has closed.
  if (!(target instanceof HTMLElement) || !target.checkVisibility()) return false
  if (target.isContentEditable || target.matches("textarea, select")) return true
  return target.matches("input:not([type=checkbox], [type=submit], [type=button], [type=reset])")
}

function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null
}

function announce(text: string | undefined): void {
  const status = document.getElementById("keyboard-status")
  if (status && text) status.textContent = text
}

/** Shows why a key did nothing, until the next key. */
function explain(text: string | undefined): void {
  if (!text) return
  const status = document.getElementById("keyboard-status")
  status?.classList.replace("visually-hidden", "key-notice")
  announce(text)
  const hide = () => status?.classList.replace("key-notice", "visually-hidden")
  document.addEventListener("keydown", hide, { once: true, capture: true })
}
