import type { Page } from "playwright-core"

/**
 * Resolves once everything typed on a portal page is saved and the page says so. The message alone is not enough: it
 * may still refer to earlier input.
 */
export async function untilSaved(page: Page): Promise<void> {
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("foyer.outbox.")))
  await page.getByText(/^Saved \d/).waitFor()
}
