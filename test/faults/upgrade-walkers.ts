// A client who writes and a member of staff who reads, each in a browser, while the nodes behind the proxy go to the next
// release one after the other.
import type { Page } from "playwright-core"
import { openBrowser, type TestBrowser } from "../harness/browser.ts"
import { untilSaved } from "../harness/until-saved.ts"
import type { Installation } from "./installation.ts"

export interface Walkers {
  /** Stops them; says what went wrong, and how many files and words there were. */
  end(): Promise<{ wrong: string[]; figures: Record<string, number> }>
}

/** Opens both pages again and again at `url`, and one page of the portal that stays open through the upgrade. */
export async function startWalkers(url: string, installation: Installation): Promise<Walkers> {
  const browser = await openBrowser()
  const files = { loaded: 0, wrong: [] as string[], styles: new Set<string>() }
  const [client, patient] = [
    await enterPortal(browser, url, installation),
    await enterPortal(browser, url, installation),
  ]
  const staff = await browser.newPage({ base_url: url })
  await staff.context().addCookies([{ name: "foyer_staff", value: installation.staff_session, url }])
  for (const page of [client, patient, staff]) await watchFiles(page, files)
  await patient.goto(installation.question_page)
  let isEnding = false
  let words = ""
  const walking = (async () => {
    for (let number = 1; !isEnding; number += 1) {
      await client.goto(installation.question_page)
      requireWords(await wordsOn(client), words)
      words = `${words} word${number}`.trim()
      await write(client, words)
      await staff.goto("/console/matters")
    }
  })()
  walking.catch(() => undefined)
  return {
    end: async () => {
      isEnding = true
      try {
        await walking
        await write(patient, "written on a page of the release before")
        for (const [page, expected] of [
          [client, words],
          [patient, "written on a page of the release before"],
        ] as const) {
          await page.goto(installation.question_page)
          requireWords(await wordsOn(page), expected)
        }
      } catch (error) {
        files.wrong.push(String(error))
      } finally {
        await browser.close()
      }
      // Otherwise nothing was proven about the files of two builds.
      if (files.styles.size < 2) files.wrong.push(`one build’s style alone: ${[...files.styles]}`)
      return {
        wrong: files.wrong,
        figures: {
          "browser files": files.loaded,
          "failed browser files": files.wrong.length,
          "words in a browser": words.split(" ").length,
        },
      }
    },
  }
}

/** A page of a client who has just started a matter of their own. */
async function enterPortal(
  browser: TestBrowser,
  url: string,
  { token, questionnaire_id }: Installation,
): Promise<Page> {
  const response = await fetch(`${url}/v1/matters/create`, {
    method: "POST",
    headers: { authorization: `Token ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ questionnaire_id, matter_name: "In a browser" }),
  })
  const { invite_key } = (await response.json()) as { invite_key: string }
  const page = await browser.newPage({ base_url: url })
  await page.goto(`/invite/${invite_key}`)
  await page.locator("form[action$='/start'] button").click()
  await page.waitForURL("**/portal**")
  return page
}

/** Counts style sheets and scripts; none comes from the browser's cache. */
async function watchFiles(
  page: Page,
  files: { loaded: number; wrong: string[]; styles: Set<string> },
): Promise<void> {
  await page.context().route("**/assets/**", (route) => route.continue())
  page.on("response", (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith("/assets/")) return
    files.loaded += 1
    if (!response.ok()) files.wrong.push(`${response.status()} ${pathname}`)
    else if (/\/portal-\w+\.css$/.test(pathname)) files.styles.add(pathname)
  })
}

async function write(page: Page, words: string): Promise<void> {
  await page.locator("textarea").first().fill(words)
  await untilSaved(page)
}

const wordsOn = (page: Page) => page.locator("textarea").first().inputValue()

function requireWords(found: string, expected: string): void {
  if (found !== expected) throw new Error(`Lost words: “${expected}” became “${found}”.`)
}
