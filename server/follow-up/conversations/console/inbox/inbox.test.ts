import assert from "node:assert/strict"
import { test } from "node:test"
import { expectNoAxeViolations } from "../../../../../test/harness/browser.ts"
import { newIntake } from "../../../../../test/harness/sample-intake.ts"
import { openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { enterConsole, newStaffBrowser } from "../../../../../test/harness/staff-browser.ts"
import { renameMatter } from "../../../../intake/matters/matters.ts"
import { addToInbox, type ShownKind } from "../../../../intake/notifications/inbox.ts"
import { notificationKinds } from "../../../../intake/notifications/rules.ts"
import { sql } from "../../../../platform/db/sql.ts"

const { service, browser } = await openServiceAndBrowser()

for (const [width, javascript] of [
  [360, true],
  [1280, true],
  [1280, false],
] as const)
  test(`the bell counts unread notifications, and reading one or all of them reduces the count, at ${width} px ${javascript ? "with" : "without"} script`, async () => {
    const firm = await service.newFirm()
    const page = await enterConsole({ browser, service, firm }, { javascript, width, height: 740 })
    const meetsRules = async () => {
      // Both checks need script.
      if (!javascript) return
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      await expectNoAxeViolations(page, { also_dark: true })
    }
    const bell = (name: string) => page.getByRole("link", { name, exact: true })
    await bell("Notifications").click()
    await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor()
    await page.getByText("No notifications").waitFor()
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/empty-${width}.png` })
    await meetsRules()

    const { id } = await firm.one<{ id: string }>(sql`select id from users where name = 'Ruth Pryce'`)
    for (const [name, kind] of [
      ["Larkspur, Ada", "submitted"],
      [`${"O".repeat(90)}, Ada`, "corrected"],
      ["Finch, Leo", "message"],
    ] as const) {
      const { matter_id } = await newIntake(firm)
      await firm.run(async (tx) => {
        await renameMatter(tx, matter_id, name)
        await addToInbox(tx, { matter_id, kind, about: kind }, [id])
      })
    }
    await page.reload()
    await bell("Notifications 3 unread").waitFor()
    await meetsRules()
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/inbox-${width}.png` })

    await page.getByRole("link", { name: "Submitted: Larkspur, Ada" }).click()
    await page.getByRole("heading", { level: 1, name: "Larkspur, Ada" }).waitFor()
    await bell("Notifications 2 unread").click()
    assert.equal(await page.getByText("Unread", { exact: true }).count(), 2)

    await page.getByRole("button", { name: "Mark all as read" }).click()
    await page.getByText("All notifications were marked as read.").waitFor()
    await bell("Notifications").waitFor()
    assert.equal(await page.getByText("Unread", { exact: true }).count(), 0)
    assert.equal(await page.getByRole("button", { name: "Mark all as read" }).count(), 0)
    await page.context().close()
  })

test("each kind of notification about a matter leads to a page that exists", async () => {
  const firm = await service.newFirm()
  const { matter_id } = await newIntake(firm)
  const others: ShownKind[] = ["submitted_again", "mentioned", "access_changed"]
  const kinds = [...notificationKinds.filter((kind) => kind !== "inquiry"), ...others]
  await firm.run(async (tx) => {
    for (const kind of kinds) await addToInbox(tx, { matter_id, kind, about: kind }, [firm.admin.user_id])
  })
  const staff = await newStaffBrowser(service, firm)
  const { text } = await staff("GET", "/console/inbox")
  const links = [...text.matchAll(/class="queue-name" href="([^"#]*)/g)].map(([, href = ""]) => href)
  assert.equal(links.length, kinds.length)
  for (const href of links) assert.equal((await staff("GET", href)).status, 200, href)
  const stored = await firm.all<{ kind: string }>(sql`select distinct kind from staff_notifications`)
  const unknown = stored.filter(({ kind }) => !kindsOfRelease.includes(kind))
  assert.deepEqual(unknown, [], "version 1.0.0 shows no page with any other")
  assert.match(text, /Arrived: /)
  await firm.write(sql`update staff_notifications set finer_kind = 'later' where kind = 'started'`)
  assert.match((await staff("GET", "/console/inbox")).text, /News: /)
})

const kindsOfRelease = [
  ...[
    "started",
    "invitation_opened",
    "signature_requested",
    "submitted",
    "submitted_again",
    "changed",
    "corrected",
  ],
  ...[
    "document_added",
    "message",
    "mail_failed",
    "stalled",
    "sharing_paused",
    "mentioned",
    "access_changed",
    "inquiry",
  ],
]
