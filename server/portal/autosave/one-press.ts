/** Long enough for any answer, short enough for whoever has stopped the page and presses again. */
const timeout_ms = 5_000

/** A button pressed twice sends once; going back asks neither to send a form again nor shows what is no more. */
export function pressOnce(): void {
  // A form's answer that shows the form again becomes a page like any other.
  history.replaceState(history.state, "", location.href)
  let sent_ms = Number.NEGATIVE_INFINITY
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return
    const now_ms = performance.now()
    if (now_ms - sent_ms < timeout_ms) event.preventDefault()
    else sent_ms = now_ms
  })
  // A page kept whole by the browser knows nothing of what was saved since, nor whether one is still signed in.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload()
  })
}
