import { flash_id } from "../forms/flash-id.ts"

/** How long a success message stays while nobody points at it. What was refused stays until the next message. */
const shown_ms = 20_000
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows the server's message in the corner, instead of any earlier one. Screen readers read it out. */
export function announce(html: string | undefined): void {
  clearTimeout(timer)
  document.getElementById(flash_id)?.remove()
  const toasts = document.getElementById("toasts")
  const template = document.createElement("template")
  template.innerHTML = html ?? ""
  toasts?.replaceChildren(template.content)
  if (html && !toasts?.querySelector("[role=alert]")) timer = setTimeout(hideUnused, shown_ms)
}

/** Says why nothing has changed. */
export function say(text: string, link?: { href: string; text: string }): void {
  const banner = document.createElement("div")
  banner.id = flash_id
  banner.className = "banner tone-warning"
  banner.setAttribute("role", "alert")
  const words = document.createElement("p")
  words.className = "banner-title"
  words.textContent = `${text} `
  if (link) {
    const anchor = document.createElement("a")
    // In another tab: this page, with all that was typed, stays as it is.
    anchor.target = "_blank"
    anchor.href = link.href
    anchor.textContent = link.text
    words.append(anchor)
  }
  banner.append(words)
  announce(banner.outerHTML)
}

function hideUnused(): void {
  const toasts = document.getElementById("toasts")
  if (toasts?.matches(":hover, :focus-within")) timer = setTimeout(hideUnused, shown_ms)
  else toasts?.replaceChildren()
}
