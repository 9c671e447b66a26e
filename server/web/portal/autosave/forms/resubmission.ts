/** Outlasts a normal response, yet lets a client who stopped the page submit again soon. */
const timeout_ms = 5_000

/** Ignores a second press of a button, and keeps Back from resubmitting a form or showing a stale page. */
export function preventResubmission(): void {
  // Turns a form's response into an ordinary history entry, so that reloading it asks for no confirmation.
  history.replaceState(history.state, "", location.href)
  let sent_ms = Number.NEGATIVE_INFINITY
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return
    const now_ms = performance.now()
    if (now_ms - sent_ms < timeout_ms) event.preventDefault()
    else sent_ms = now_ms
  })
  // A page from the back/forward cache knows neither what was saved since nor whether the session still runs.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload()
  })
}
