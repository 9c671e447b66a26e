import type { OwnProblem } from "../../ui/own-response.ts"
import { childrenOf } from "./load-menu.ts"

/** Puts elements in place of those of the page with the same ids. The focus stays, or moves to what replaced its element. */
export function placeParts(html: string): void {
  for (const fresh of childrenOf(html)) {
    const old = document.getElementById(fresh.id)
    if (!old) continue
    const focused = old.contains(document.activeElement) ? document.activeElement : null
    old.replaceWith(fresh)
    if (!focused) continue
    const menu = focused.closest("details[id]")
    const heir =
      (focused.id && document.getElementById(focused.id)) ||
      (menu && document.querySelector<HTMLElement>(`#${menu.id} > summary`)) ||
      fresh.querySelector<HTMLElement>("a[href], button, summary")
    heir?.focus({ preventScroll: true })
  }
}

/** Shows each fault next to its field, and focuses the first; returns the messages of those without a visible field. */
export function showFaults(form: HTMLFormElement, faults: OwnProblem["errors"]): string[] {
  for (const shown of form.querySelectorAll("[data-fault]")) shown.remove()
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid")
  const others: string[] = []
  let first: HTMLElement | undefined
  for (const { param, message } of faults) {
    const field = [...form.elements].find(
      (element): element is HTMLInputElement => element.getAttribute("name") === param && isTyped(element),
    )
    if (!field) {
      others.push(message)
      continue
    }
    const fault = document.createElement("p")
    fault.className = "error-message"
    fault.id = `${field.id || param}-fault`
    fault.dataset.fault = ""
    fault.textContent = message
    field.setAttribute("aria-invalid", "true")
    field.setAttribute("aria-describedby", fault.id)
    field.after(fault)
    first ??= field
  }
  first?.focus()
  return others
}

function isTyped(element: Element): boolean {
  return element.matches("input:not([type=hidden]), textarea, select") && element.checkVisibility()
}
