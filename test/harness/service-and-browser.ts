// For browser tests: the application, listening, and a browser.
import { after } from "node:test"
import type { Page } from "playwright-core"
import type { Clock } from "../../server/platform/clock.ts"
import { openBrowser, type PageOptions, type TestBrowser } from "./browser.ts"
import type { Cookies } from "./cookies.ts"
import { createDemoDatabase } from "./demo-database.ts"
import { openTestService, type TestService } from "./service.ts"

export interface ServiceAndBrowser {
  service: TestService
  browser: TestBrowser
}

/**
 * Opens both at the top of a test file, and closes them when the file is done. With a separate database, this is a
 * complete installation that other processes may join.
 */
export async function openServiceAndBrowser({
  holds_demo = false,
  ...options
}: {
  own_database?: boolean
  /** Also a separate database, with the demo loaded. */
  holds_demo?: boolean
  host?: "localhost"
  clock?: Clock
  /** More settings, by their environment names. */
  settings?: Record<string, string>
} = {}): Promise<ServiceAndBrowser> {
  const demo = holds_demo ? await createDemoDatabase() : undefined
  const { url: database_url, data_dir } = demo ?? {}
  const service = await openTestService({ ...options, listen: true, database_url, data_dir })
  const browser = await openBrowser().catch(async (error: unknown) => {
    await service.close()
    throw error
  })
  after(async () => {
    await browser.close()
    await service.close()
    await demo?.drop()
  })
  return { service, browser }
}

/** Opens a page in a browser with the cookies of a client, a member of staff, or both. */
export async function openPageOf(
  { service, browser }: ServiceAndBrowser,
  cookies: Cookies,
  options: PageOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ base_url: service.base_url, ...options })
  const url = options.base_url ?? service.base_url
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  return page
}
