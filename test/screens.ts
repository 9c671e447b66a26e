// `npm run screens`: screenshots of every demo page at 360 and 1280 px, in docs/screens/, which no one commits.
// `npm run screens -- guide`: only the pictures of the guide and the README, which are committed.
import { mkdir, rm } from "node:fs/promises"
import type { Page } from "playwright-core"
import type { Demo } from "../demo/load.ts"
import { takeGuidePictures } from "./guide-pictures.ts"
import { openBrowser, saveScreenshot, type TestBrowser } from "./harness/browser.ts"
import { crawl } from "./harness/crawl.ts"
import { type DemoPeople, openDemo } from "./harness/demo-people.ts"
import { openTestService, type TestService } from "./harness/service.ts"
import { withTemporaryDatabase } from "./temporary-database.ts"

const folder = process.env.SCREENS ?? "docs/screens"

await withTemporaryDatabase({}, async () => {
  const service = await openTestService({ listen: true })
  const browser = await openBrowser()
  try {
    const people = await openDemo(service, browser)
    if (process.argv[2] === "guide") await takeGuidePictures(people, browser)
    else await takePictures(service, browser, people)
  } finally {
    await browser.close()
    await service.close()
  }
})

async function takePictures(service: TestService, browser: TestBrowser, people: DemoPeople): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const sizes = { 360: { width: 360, height: 740 }, 1280: { width: 1280, height: 900 } }
  for (const [size, options] of Object.entries(sizes)) {
    await picture(
      await people.openClient("in_progress", options),
      `${service.base_url}/portal`,
      `portal-${size}`,
    )
    await picture(
      await people.openClient("couple", options),
      `${service.base_url}/portal`,
      `portal-couple-${size}`,
    )
    await picture(await people.openStaff(options), `${service.base_url}/console`, `console-${size}`, [
      `${service.base_url}/console/matters/${people.demo.matters.couple}`,
    ])
    await pictureStrangers(await browser.newPage(options), people.demo, size)
  }
}

async function picture(page: Page, start: string, name: string, then?: readonly string[]): Promise<void> {
  await crawl(page, {
    start,
    then,
    prefix: new URL(start).pathname,
    req: async ({ pattern }) => {
      const place =
        pattern
          .replaceAll("/:", "-")
          .replaceAll("/", "-")
          .replace(/^-(portal|console)/, "") || "-home"
      await saveScreenshot(page, `${folder}/${name}${place}.png`)
    },
  })
  await page.context().close()
}

/** The pages without a session. */
async function pictureStrangers(page: Page, demo: Demo, size: string): Promise<void> {
  const pages = {
    invitation: demo.invite_url,
    setup: demo.console_url,
    "sign-in": `${demo.base_url}/console/sign-in`,
    reference: `${demo.base_url}/docs`,
  }
  for (const [name, url] of Object.entries(pages)) {
    await page.goto(url)
    await page.screenshot({ path: `${folder}/${name}-${size}.png` })
  }
  await page.context().close()
}
