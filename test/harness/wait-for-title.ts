import type { Page } from "playwright-core"
import { waitUntil } from "./wait-until.ts"

/** Waits for a page whose title matches: right after a press, the next page may not have its title yet. */
export async function waitForTitle(page: Page, pattern: RegExp): Promise<void> {
  let title = ""
  const matches = async () => {
    // A page that is just being replaced cannot say its title.
    title = await page.title().catch(() => "")
    return pattern.test(title)
  }
  await waitUntil(matches, () => `the title of ${page.url()} is “${title}”, not ${pattern}`)
}
