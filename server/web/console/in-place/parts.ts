import type { OwnProblem } from "../../ui/own-response.ts"
import { newElement } from "./element.ts"
import { childrenOf } from "./load.ts"

const focusable = "a[href], button, summary"

/**
 * Puts elements in place of those of the page with the same ids. The focus stays, or moves to what replaced its element;
 * from "Undo", which goes away, it moves to what was undone.
 */
export function placeParts(html: string): void {
  const isUndone = document.activeElement?.closest("#toasts") != null
  for (const fresh of childrenOf(html)) {
    const old = document.getElementById(fresh.id)
    if (!old) continue
    const focused = old.contains(document.activeElement) ? document.activeElement : null
    old.replaceWith(fresh)
    if (!focused && !isUndone) continue
    const heir = (focused && heirOf(focused)) ?? fresh.querySelector<HTMLElement>(focusable)
    heir?.focus({ preventScroll: true })
  }
}

/** What now stands where the focus was: the same element or menu, or the first control of the same line. */
function heirOf(focused: Element): HTMLElement | null {
  for (let at = focused.closest("[id]"); at; at = at.parentElement?.closest("[id]") ?? null) {
    const same = document.getElementById(at.id)
    const heir = same?.matches("input, select, textarea, a, button")
      ? same
      : same?.querySelector<HTMLElement>(focusable)
    if (heir) return heir
  }
  return null
}

/** Shows each fault next to its field, and focuses the first; returns the messages of those without a visible field. */
export function showFaults(form: HTMLFormElement, faults: OwnProblem["errors"]): string[] {
  for (const shown of form.querySelectorAll("[data-fault]")) shown.remove()
  for (const field of form.querySelectorAll<HTMLElement>("[aria-invalid]")) {
    field.removeAttribute("aria-invalid")
    field.setAttribute("aria-describedby", field.dataset.hint ?? "")
  }
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
    const fault = newElement("p", { className: "error-message", id: `${field.id || param}-fault` }, message)
    fault.dataset.fault = ""
    field.setAttribute("aria-invalid", "true")
    // What described it before still does, also once the fault is gone.
    field.dataset.hint ??= field.getAttribute("aria-describedby") ?? ""
    field.setAttribute("aria-describedby", `${field.dataset.hint} ${fault.id}`.trim())
    field.after(fault)
    first ??= field
  }
  first?.focus()
  return others
}

function isTyped(element: Element): boolean {
  return element.matches("input:not([type=hidden]), textarea, select") && element.checkVisibility()
}
