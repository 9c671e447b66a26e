import type { Page } from "playwright-core"

/** Expands every part on the check page. */
export async function openParts(page: Page): Promise<void> {
  await page.locator("details.review-part").evaluateAll((parts) => {
    for (const part of parts) (part as HTMLDetailsElement).open = true
  })
}
