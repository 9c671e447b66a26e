// Counts page loads and taps for a couple with three children, from the link to the submission, and checks that the
// record is complete. The test finds its answers by the questions' wording.
import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { newFamily } from "./harness/family-answers.ts"
import { inviteClient } from "./harness/portal-browser.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser()

const max_loads = { with: 35, without: 39 }
/** The choice of a file in the system's own dialog is one, besides the press that opens it. */
const max_taps = { with: 182, without: 186 }

for (const javascript of [true, false]) {
  const how = javascript ? "with" : "without"
  const bound = max_loads[how]

  test(`a couple with three children finishes within ${bound} pages, and nothing is lost, ${how} script`, async (t) => {
    const firm = await service.newFirm("Hartwell & Pryce")
    const { invite_key, matter_id } = await inviteClient(service, firm, { email: "maria@example.com" })
    const page = await browser.newPage({ base_url: service.base_url, width: 360, height: 740, javascript })
    const family = newFamily(page)
    const counts = countLoads(page)
    const typed = listTypedNames(page, family.first_names)
    await page.goto(`/invite/${invite_key}`)
    await family.press("Start")
    while (!/\/portal\/submissions\/1$/.test(new URL(page.url()).pathname)) {
      assert.ok(counts.loads < 250, `no end in sight at ${page.url()}`)
      const { aside, questions } = await countAside(page)
      assert.ok(aside <= questions, `${aside} controls beside ${questions} questions at ${page.url()}`)
      await family.answerPage()
    }
    t.diagnostic(`${counts.loads} pages loaded, ${family.taps()} taps`)
    assert.deepEqual(family.left(), [])

    const get = async (path: string) => (await firm.request("GET", `/v1/matters/${matter_id}${path}`)).body
    const { contacts } = await get("/contacts")
    const people = contacts.map((contact: { full_name: string; date_of_birth: string | null }) => [
      contact.full_name,
      contact.date_of_birth,
    ])
    assert.deepEqual(people.sort(), family.people)
    // With script, a form also saves by itself while it is typed.
    if (!javascript) assert.deepEqual(typed.sort(), family.first_names)
    const with_phone = contacts.filter(
      (contact: { phone_numbers: unknown[] }) => contact.phone_numbers.length > 0,
    )
    assert.equal(with_phone.length, family.phones)
    const { assets } = await get("/assets")
    const values = assets.map((asset: Record<string, string>) => [asset.identifier_value, asset.credit_value])
    assert.deepEqual(values.sort(), family.assets)
    const receivers = assets.flatMap(
      ({ beneficiaries }: { beneficiaries: unknown[] | null }) => beneficiaries ?? [],
    )
    assert.equal(receivers.length, family.beneficiaries)
    const { roles } = await get("/roles")
    const named = roles.flatMap(({ assignments }: { assignments: unknown[] }) => assignments)
    assert.equal(named.length, family.assignments)
    const files = [...(await get("/documents")).documents, ...(await get("/financial-documents")).documents]
    assert.equal(files.length, family.files())
    // Submitting shows that nothing required is missing; this shows that nothing else is.
    const { count } = await firm.run((tx) => family.countAnswers(tx, matter_id))
    assert.equal(count, family.answered())
    assert.ok(counts.loads <= bound, `${counts.loads} pages`)
    assert.ok(family.taps() <= max_taps[how], `${family.taps()} taps`)
  })
}

/** The questions of a page, and the controls beside them that answer none. */
function countAside(page: Page): Promise<{ aside: number; questions: number }> {
  return page.evaluate(() => {
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).length
    return { aside: count("main .ways-out :is(summary, a)"), questions: count("main [id$='-field']") }
  })
}

/** The first names in every submitted form. */
function listTypedNames(page: Page, names: string[]): string[] {
  const typed: string[] = []
  page.on("request", (request) => {
    const form = new URLSearchParams(request.method() === "POST" ? (request.postData() ?? "") : "")
    for (const value of form.values())
      typed.push(...names.filter((name) => value === name || value.startsWith(`${name} `)))
  })
  return typed
}

/** Page loads; an automatic redirect doesn't count as another. */
function countLoads(page: Page): { loads: number } {
  const counts = { loads: 0 }
  page.on("domcontentloaded", () => {
    counts.loads += 1
  })
  return counts
}
