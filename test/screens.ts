// `npm run screens`: screenshots of every demo page at 360 and 1280 px, in docs/screens/.
import { mkdir, rm } from "node:fs/promises"
import type { Page } from "playwright-core"
import type { Demo } from "../demo/load.ts"
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
    await takePictures(service, browser)
  } finally {
    await browser.close()
    await service.close()
  }
})

async function takePictures(service: TestService, browser: TestBrowser): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const people = await openDemo(service, browser)
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
  await pictureForReadme(people, browser)
}

/** The README's picture: the console and a client's phone. */
async function pictureForReadme(people: DemoPeople, browser: TestBrowser): Promise<void> {
  const staff = await people.openStaff({ width: 1200, height: 760 })
  const client = await people.openClient("in_progress", { width: 360, height: 700 })
  const shots = await Promise.all(
    [
      { page: staff, path: "/console" },
      { page: client, path: "/portal" },
    ].map(async ({ page, path }) => {
      await page.goto(path)
      return `data:image/png;base64,${(await page.screenshot()).toString("base64")}`
    }),
  )
  const page = await browser.newPage({ width: 1400, height: 860 })
  await page.setContent(`<style>
    body { margin: 0; background: #e9e2d6; position: relative; height: 860px }
    img { position: absolute; border-radius: 12px; box-shadow: 0 12px 40px rgb(60 45 20 / 22%) }
    img:first-of-type { left: 40px; top: 50px; width: 1080px } img:last-of-type { right: 40px; top: 110px; width: 340px }
  </style>${shots.map((shot) => `<img src="${shot}" alt="">`).join("")}`)
  await page.screenshot({ path: "docs/picture.png" })
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
