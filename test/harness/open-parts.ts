import type { Page } from "playwright-core"

/** Opens every part on the page where all is checked, as somebody would who wants to read it all. */
export async function openParts(page: Page): Promise<void> {
  await page.locator("details.review-part").evaluateAll((parts) => {
    for (const part of parts) (part as HTMLDetailsElement).open = true
  })
}
