import assert from "node:assert/strict"
import type { Locator, Page } from "playwright-core"

/**
 * Counts what a user presses, and the pages that load. A click, a choice in a list, and a key that types nothing are one
 * press each, except Tab; so is a text, however long, if `type` enters it.
 */
export function countPresses(page: Page) {
  const counted = { presses: 0, loads: 0 }
  page.on("load", () => counted.loads++)
  const click = async (target: Locator) => {
    counted.presses++
    await target.click()
  }
  const key = async (name: string) => {
    counted.presses++
    await page.keyboard.press(name)
  }
  const choose = async (list: Locator, option: string) => {
    counted.presses++
    await list.selectOption({ label: option })
  }
  /** Enters a text where the focus is. */
  const type = async (text: string) => {
    counted.presses++
    await page.keyboard.insertText(text)
  }
  /** Fails if the work takes more. */
  const job = async (name: string, max: { presses: number; loads: number }, work: () => Promise<void>) => {
    Object.assign(counted, { presses: 0, loads: 0 })
    await work()
    await page.waitForLoadState()
    const { presses, loads } = counted
    assert.ok(
      presses <= max.presses && loads <= max.loads,
      `${name}: ${presses} presses, ${loads} page loads`,
    )
  }
  return { counted, click, key, choose, type, job }
}
