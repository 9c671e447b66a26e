const key = "filtered by"

/**
 * Lists follow their filters: a choice from a list applies at once, and the focus returns to it. The button shows once
 * something is typed, for those who do not press Enter.
 */
export function prepareFilters(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.filter-bar:has(select)")) {
    const button = form.querySelector<HTMLElement>(".filter-submit button")
    if (button) button.hidden = true
    form.addEventListener("input", ({ target }) => {
      if (button && !(target instanceof HTMLSelectElement)) button.hidden = false
    })
    form.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLSelectElement)) return
      sessionStorage.setItem(key, target.id)
      form.requestSubmit()
    })
  }
  const id = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (id) document.getElementById(id)?.focus({ preventScroll: true })
}
