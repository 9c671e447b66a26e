import type { Page } from "playwright-core"

/**
 * Resolves once all that was typed on a page of the portal is saved, and the page says so. That it says so is not
 * enough: it may still speak of what was typed before.
 */
export async function untilSaved(page: Page): Promise<void> {
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("foyer.outbox.")))
  await page.getByText(/^Saved \d/).waitFor()
}
