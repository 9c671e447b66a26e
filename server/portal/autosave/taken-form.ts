/** In this tab alone, from the press of a button to the next page. */
const key = "foyer.posted"

let taken: string | undefined

/** Looks once, as the page opens, which page's form led here, and remembers the next one. */
export function watchForms(): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
  try {
    const posted = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    // A form that was not taken is answered with a page; one that was leads on by a redirect.
    if (posted !== null && (navigation?.redirectCount ?? 0) > 0) taken = posted
    document.addEventListener("submit", ({ defaultPrevented }) => {
      if (!defaultPrevented) sessionStorage.setItem(key, location.pathname)
    })
    // Whoever stops a form on its way and goes elsewhere was not led there by it.
    document.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("a[href]")) sessionStorage.removeItem(key)
    })
  } catch {
    // A browser that keeps nothing: what was sent is sent once more, which changes nothing.
  }
}

/** The path of the page whose form was taken and led here. */
export function ledHereBy(): string | undefined {
  return taken
}
