import assert from "node:assert/strict"
import { test } from "node:test"
import { provideService } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { navItems, settingsUrl } from "../navigation.ts"
import { settingsAt } from "./labels.ts"

const service = provideService()

/** The settings a page lists: the target of every link that is not hidden, in the list or below an entry. */
function shownIn(html: string): string[] {
  const list = html.slice(html.indexOf('aria-label="Settings"')).split("</nav>")[0] ?? ""
  return list
    .split("<li")
    .slice(1)
    .filter((entry) => !/^[^>]* hidden/.test(entry))
    .flatMap((entry) => [...entry.matchAll(/<a [^>]*>/g)].map(([link]) => link))
    .filter((link) => !/ hidden/.test(link))
    .map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? "")
}

test("the list has every setting for admins, and each page of it shows the list with itself marked", async () => {
  const req = await newStaffBrowser(service, await service.newFirm())
  const { text } = await req("GET", settingsUrl)
  const listed = navItems.filter(({ about }) => about).map(({ href }) => href)
  assert.deepEqual(shownIn(text), listed)
  for (const href of listed) {
    const page = await req("GET", href)
    assert.equal(page.status, 200, href)
    assert.match(page.text, new RegExp(`href="${href}" aria-current="page"`), href)
    assert.match(page.text, new RegExp(`<a [^>]*href="${settingsUrl}"`), `${href} has no way back`)
  }
})

test("the search finds a setting by a word of its entry and by the label of any of its fields", async () => {
  const req = await newStaffBrowser(service, await service.newFirm())
  const find = async (search: string) =>
    shownIn((await req("GET", `${settingsUrl}?search=${encodeURIComponent(search)}`)).text)
  assert.deepEqual(await find("smtp"), [`${settingsUrl}/email`])
  assert.deepEqual(await find("zone TIME"), [`${settingsUrl}/firm`, `${settingsUrl}/firm#time_zone`])
  for (const label of ["Notify me about", "Daily summary by email"])
    assert.ok(
      (await find(label)).some((href) => href.startsWith(`${settingsUrl}/notifications#`)),
      label,
    )
  assert.equal((await find("retention"))[0], `${settingsUrl}/retention`)
  assert.deepEqual(await find("no such thing"), [])
})

test("the search finds each field of each form of settings, and no field that its page does not show", async () => {
  const req = await newStaffBrowser(service, await service.newFirm())
  const faults: string[] = []
  let fields = 0
  for (const { href } of navItems.filter(({ about }) => about)) {
    const { text } = await req("GET", href)
    const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"))
    for (const { href: place, text: label } of settingsAt(href))
      if (!main.includes(`id="${place.split("#")[1]}"`)) faults.push(`${href} does not show ${label}`)
    // Only a form of what is stored says what was stored when it was shown.
    const forms = main.split('<form method="post"').filter((form) => form.includes('name="seen"'))
    const labels = [...forms.join().matchAll(/<label [^>]*for="([^"]+)"[^>]*>([^<]+)</g)]
      .map(([, id = "", label = ""]) => [id, label] as const)
      // Of several controls with one name, each label is that of an option; that of all of them is a legend.
      .filter(([id]) => main.split(`name="${id}"`).length === 2)
    const groups = [...forms.join().matchAll(/<legend[^>]*>([^<]+)<.*?<input [^>]*name="([^"]+)"/gs)].map(
      ([, label = "", id = ""]) => [id, label] as const,
    )
    const all = [...labels, ...groups]
    // The rows of a list repeat their labels; the search finds the list.
    const isOfRow = (label: string) => all.filter(([, other]) => other === label).length > 2
    for (const [id, label] of all.filter(([, one]) => !isOfRow(one))) {
      fields += 1
      const search = encodeURIComponent(label.replaceAll("&amp;", "&"))
      const found = shownIn((await req("GET", `${settingsUrl}?search=${search}`)).text)
      if (!found.includes(`${href}#${id}`))
        faults.push(`${href} shows ${label}, which the search does not find`)
    }
  }
  assert.deepEqual(faults, [])
  assert.ok(fields > 25, `${fields} fields`)
})

test("each role lists only what it may open", async () => {
  const firm = await service.newFirm()
  for (const role of ["read_only", "member", "author"] as const) {
    const { user_id } = await newStaff(firm, { role })
    const req = await newStaffBrowser(service, firm, user_id)
    const listed = shownIn((await req("GET", settingsUrl)).text)
    for (const { href } of navItems.filter(({ about }) => about))
      assert.equal((await req("GET", href)).status, listed.includes(href) ? 200 : 403, `${role} ${href}`)
    assert.ok(listed.includes("/console/account"), role)
    assert.equal(listed.includes(`${settingsUrl}/agreements`), role === "author")
  }
})
