// What a test in a browser stands on: the application, listening, and a browser to look at it.
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
 * Opens both, at the top of a test file, and closes them when it is done. With a database of its own this is a
 * whole installation, which other processes may join.
 */
export async function openServiceAndBrowser({
  holds_demo = false,
  ...options
}: {
  own_database?: boolean
  /** A database of its own too, in which the demo is found. */
  holds_demo?: boolean
  host?: "localhost"
  clock?: Clock
  /** More settings, by their names in the environment. */
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

/** A page in a browser that holds the cookies of a client, of somebody of the firm, or of both. */
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
