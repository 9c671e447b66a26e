import assert from "node:assert/strict"
import { test } from "node:test"
import { newIntake } from "../../../../test/harness/sample-intake.ts"
import { provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { newStaff } from "../../../../test/harness/staff.ts"
import { newStaffBrowser, seenIn } from "../../../../test/harness/staff-browser.ts"
import { listAudit } from "../../../firm/audit/listing.ts"
import { changeSettings, getFirm } from "../../../firm/firms/firms.ts"
import { changeMember } from "../../../firm/users/team.ts"
import { changePreferences } from "../../../firm/users/users.ts"
import { actAs } from "../../../platform/db/act-as.ts"
import { assignMatter } from "../../matters/assignment.ts"
import { notifyStaff } from "../notify.ts"
import {
  default_channels,
  type OwnNotifications,
  preferencesOf,
  readOwnNotifications,
} from "../preferences.ts"
import { preferencesOfPreset, presetOf, presets } from "../presets.ts"
import { byKind, notificationRulesOf } from "../rules.ts"

const service = provideService()

const url = "/console/settings/notifications"
const readOf = (firm: TestFirm, user_id: string) =>
  firm.run(async (tx) => {
    await actAs(tx, user_id)
    return readOwnNotifications(tx)
  })
const chosenIn = (html: string) => /name="preset" value="(\w+)"[^>]* checked/.exec(html)?.[1]

test("each preset is stored as the channels it stands for, and the page shows it as chosen", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { role: "read_only" })
  const staff = await newStaffBrowser(service, firm, user_id)
  assert.equal(chosenIn((await staff("GET", url)).text), "firm", "before anyone chooses")
  for (const preset of presets)
    for (const digest of ["off", "weekdays"] as const) {
      assert.equal((await staff("POST", url, { preset, digest })).status, 303)
      const own = await readOf(firm, user_id)
      assert.deepEqual(own, preferencesOfPreset(preset, digest))
      assert.equal(presetOf(own), preset)
      assert.equal(chosenIn((await staff("GET", url)).text), preset)
    }
  assert.equal((await readOf(firm, user_id)).channels.stalled, "digest")
  assert.deepEqual((await readOf(firm, firm.admin.user_id)).channels, default_channels, "no one else's")
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 1, offset: 0 }))
  assert.equal(rows[0]?.action, "own_notifications_changed")
})

test("a choice of kinds that is no preset keeps its meaning, and is shown and saved as one's own", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm)
  const stored: OwnNotifications = {
    scope: "all",
    digest: "daily",
    channels: { ...byKind(() => "digest" as const), message: "none", submitted: "email" },
  }
  await firm.run((tx) => changePreferences(tx, user_id, preferencesOf(stored)))
  const staff = await newStaffBrowser(service, firm, user_id)
  assert.equal(chosenIn((await staff("GET", url)).text), "custom")
  const custom = { preset: "custom", scope: "all", digest: "daily", emailed: "submitted", silent: "message" }
  assert.equal((await staff("POST", url, custom)).status, 303)
  assert.deepEqual(await readOf(firm, user_id), stored)
  assert.equal((await staff("POST", url, { ...custom, digest: "off" })).status, 303)
  assert.equal((await readOf(firm, user_id)).channels.stalled, "foyer")

  const { matter_id } = await newIntake(firm)
  await firm.run((tx) => assignMatter(tx, matter_id, user_id))
  const tell = (kind: "message" | "submitted") =>
    firm.run((tx) => notifyStaff(tx, service, { kind, matter_id, about: kind }))
  assert.equal(await tell("submitted"), 1)
  const seen = seenIn((await staff("GET", url)).text, url) ?? ""
  assert.equal((await staff("POST", url, { preset: "urgent", digest: "off" })).status, 303)
  assert.equal(await tell("message"), 1)
  assert.equal((await staff("POST", url, { preset: "mine", digest: "off", seen })).status, 409)
  assert.equal((await staff("POST", url, { preset: "loud", digest: "off" })).status, 400)
})

test("a kind the firm turned off is not offered and stays as it was, nor are inquiries to limited members", async () => {
  const firm = await service.newFirm()
  const { user_id } = await newStaff(firm, { role: "member" })
  await firm.run(async (tx) => {
    await changeMember(tx, user_id, { assigned_matters_only: true })
    await changePreferences(
      tx,
      user_id,
      preferencesOf({ ...preferencesOfPreset("firm", "off"), digest: "daily" }),
    )
    await changeSettings(tx, firm.firm_id, { notifications: { submitted: "none" } })
  })
  const staff = await newStaffBrowser(service, firm, user_id)
  const { text } = await staff("GET", url)
  assert.doesNotMatch(text, /A client submits|asks to become a client/)
  const silent = { preset: "custom", scope: "firm", digest: "off", silent: "stalled" }
  assert.equal((await staff("POST", url, silent)).status, 303)
  const { channels } = await readOf(firm, user_id)
  assert.deepEqual([channels.submitted, channels.inquiry, channels.stalled], ["email", "email", "none"])
})

test("an admin says what those hear of who have not chosen", async () => {
  const firm = await service.newFirm()
  const admin = await newStaffBrowser(service, firm)
  const save = (audience: string) => admin("POST", `${url}/firm`, { audience })
  const rules = async () => notificationRulesOf((await firm.run(getFirm)).settings)
  assert.equal((await save("all")).status, 303)
  assert.deepEqual(
    await rules(),
    byKind(() => "all"),
  )
  assert.equal((await save("assigned")).status, 303)
  assert.deepEqual(
    await rules(),
    byKind(() => "assigned"),
  )
  assert.equal((await save("none")).status, 400)
  const { user_id } = await newStaff(firm, { role: "author" })
  const author = await newStaffBrowser(service, firm, user_id)
  assert.doesNotMatch((await author("GET", url)).text, /Your firm’s default/)
  assert.equal((await author("POST", `${url}/firm`, { audience: "all" })).status, 403)
})
