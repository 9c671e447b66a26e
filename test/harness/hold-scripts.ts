import type { Page } from "playwright-core"

/** Keeps the page's scripts from loading until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route("**/*.js", async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
