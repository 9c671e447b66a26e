/**
 * Empties a form that was sent when the user comes back to it with the browser's Back button. Browsers refill such a form,
 * in parts, as if it had never been sent. What was typed and not sent stays.
 */
export function emptySentForms(): void {
  const key = `sent ${location.pathname}`
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  const wasRefused = document.getElementById("error-summary") !== null
  if (wasRefused) sessionStorage.removeItem(key)
  else if (navigation?.type === "back_forward" && sessionStorage.getItem(key))
    addEventListener("pageshow", reset)
  document.addEventListener("input", () => sessionStorage.removeItem(key))
  document.addEventListener("submit", ({ target }) => {
    if (target instanceof HTMLFormElement && target.method === "post") sessionStorage.setItem(key, "yes")
  })
}

function reset(): void {
  for (const form of document.forms) if (form.method === "post") form.reset()
}
