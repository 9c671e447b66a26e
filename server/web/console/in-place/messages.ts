import { flash_id } from "../forms/flash-id.ts"
import { newElement } from "./element.ts"
import { childrenOf } from "./load.ts"

/** How long a success message stays while nobody points at it. What was refused stays until the next message. */
const shown_ms = 20_000
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows the server's message in the corner, instead of any earlier one. Screen readers read it out. */
export function announce(html: string | undefined): void {
  clearTimeout(timer)
  document.getElementById(flash_id)?.remove()
  const toasts = document.getElementById("toasts")
  toasts?.replaceChildren(...childrenOf(html ?? ""))
  if (html && !toasts?.querySelector("[role=alert]")) timer = setTimeout(hideUnused, shown_ms)
}

/** Says why nothing has changed. */
export function say(text: string, link?: { href: string; text: string }): void {
  // In another tab: this page, with all that was typed, stays as it is.
  const onward = link ? [newElement("a", { target: "_blank", href: link.href }, link.text)] : []
  const words = newElement("p", { className: "banner-title" }, `${text} `, ...onward)
  const banner = { id: flash_id, className: "banner tone-warning", role: "alert" }
  announce(newElement("div", banner, words).outerHTML)
}

function hideUnused(): void {
  const toasts = document.getElementById("toasts")
  if (toasts?.matches(":hover, :focus-within")) timer = setTimeout(hideUnused, shown_ms)
  else toasts?.replaceChildren()
}
