// A visitor who asks to become a client on a start page.

import { createQuestionnaire } from "../../server/intake/questionnaires/questionnaires.ts"
import { changeStartPage, startPageUrl } from "../../server/intake/questionnaires/start-page.ts"
import { sql } from "../../server/platform/db/sql.ts"
import { newId } from "../../server/platform/ids.ts"
import { openMailBody } from "../../server/platform/mail/outbox.ts"
import { readFirmPlace } from "../../server/platform/secrets/tokens.ts"
import { newPortalBrowser, type PortalBrowser } from "./portal-browser.ts"
import type { TestFirm, TestService } from "./service.ts"
import { planning } from "./templates.ts"

/** Creates a questionnaire of the firm, by default with an open start page. */
export async function newStartPage(
  firm: TestFirm,
  { isOpen = true } = {},
): Promise<{ url: string; questionnaire_id: string }> {
  return firm.run(async (tx) => {
    const { title, internal_type, approach, definition } = planning
    const url_short_name = newId("questionnaire").slice(-20).toLowerCase()
    const id = await createQuestionnaire(tx, { title, internal_type, approach, url_short_name, definition })
    await changeStartPage(tx, id, isOpen)
    return { url: startPageUrl(await readFirmPlace(tx), url_short_name), questionnaire_id: id }
  })
}

export const zoe = {
  first_name: "Zoe",
  last_name: "Marsh",
  email: "zoe@example.com",
  phone: "512-555-0199",
  message: "A will for two",
}

/** Returns the value of a hidden field. */
export function hiddenIn(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ""
}

/** Opens the page, waits as a person would, and submits the form; returns the page that asks for the code. */
export async function sendForm(
  browser: PortalBrowser,
  url: string,
  wait: (seconds: number) => void,
  person: Record<string, string> = zoe,
) {
  const { html } = await browser.get(url)
  wait(20)
  return browser.post(url, { ...person, shown: hiddenIn(html, "shown") })
}

/** Does the same and then enters the code from the email. */
export async function sendInquiry(
  service: TestService,
  firm: TestFirm,
  { url, wait, person = zoe }: { url: string; wait: (seconds: number) => void; person?: typeof zoe },
): Promise<{ pending: string; code: string }> {
  const browser = newPortalBrowser(service)
  const { html } = await sendForm(browser, url, wait, person)
  const pending = hiddenIn(html, "pending")
  const code = (await mailsTo(service, firm, person.email)).at(-1)?.subject.slice(0, 6) ?? ""
  await browser.post(`${url.split("?")[0]}/code`, { pending, code })
  return { pending, code }
}

/** Returns the firm's emails to an address, oldest first. */
export function mailsTo(
  { ring }: TestService,
  firm: TestFirm,
  email: string,
): Promise<{ subject: string; text: string; html: string }[]> {
  return firm.run(async (tx) => {
    const rows = await tx.all<{ id: string; subject: string; body_sealed: string }>(sql`
      select id, subject, body_sealed from mails where recipient = ${email} order by id`)
    return rows.map(({ id, subject, body_sealed }) => ({ subject, ...openMailBody(ring, id, body_sealed) }))
  })
}
