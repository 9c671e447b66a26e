// The pictures of the guide and the README, taken of the demo.
import { mkdir, writeFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import type { TestBrowser } from "./harness/browser.ts"
import type { DemoPeople } from "./harness/demo-people.ts"

const folder = "docs/guides/pictures"
const wide = { width: 1280, height: 800 }
const phone = { width: 360, height: 640 }

/** Takes every picture again, in the sizes that the guide states. */
export async function takeGuidePictures(people: DemoPeople, browser: TestBrowser): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { matters, questionnaires } = people.demo
  const couple = `/console/matters/${matters.couple}`
  const pages = {
    home: "/console?of=firm",
    review: `${couple}/review`,
    documents: `${couple}/documents`,
    conversation: `${couple}/conversation?to=internal`,
    editor: `/console/questionnaires/${questionnaires.planning}/draft`,
  }
  for (const [ending, size] of [
    ["", wide],
    ["-360", phone],
  ] as const) {
    const staff = await people.openStaff({ ...size, name: "Marcus Pryce" })
    for (const [name, path] of Object.entries(pages)) {
      await staff.goto(path)
      await take(staff, `${name}${ending}`)
    }
    await staff.context().close()
  }
  const client = await people.openClient("in_progress", phone)
  await client.goto("/portal")
  await take(client, "portal-360")
  await client.getByRole("link", { name: "Your wishes" }).click()
  await client.waitForURL(/\/portal\/./)
  await take(client, "portal-question-360")
  await takeForReadme(people, browser)
}

/** The console, and a client's phone in front of it. */
async function takeForReadme(people: DemoPeople, browser: TestBrowser): Promise<void> {
  const staff = await people.openStaff({ width: 1200, height: 760 })
  const client = await people.openClient("in_progress", { width: 360, height: 700 })
  const shots = await Promise.all(
    [
      { page: staff, path: "/console?of=firm" },
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
  await take(page, "readme")
}

/** Playwright writes no WebP, which is a third of the size of PNG; the browser does. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 70 })
  await writeFile(`${folder}/${name}.webp`, Buffer.from(data, "base64"))
}
