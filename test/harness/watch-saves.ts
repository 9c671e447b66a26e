import type { Page } from "playwright-core"

/** Records what autosave sends from now on, and counts how often that fails. */
export function watchSaves(page: Page): { failed: number; sent: string[] } {
  const seen = { failed: 0, sent: [] as string[] }
  const isSave = (url: string) => url.endsWith("/portal/fields")
  page.on("request", (request) => isSave(request.url()) && seen.sent.push(request.postData() ?? ""))
  page.on("requestfailed", (request) => {
    if (isSave(request.url())) seen.failed += 1
  })
  return seen
}
