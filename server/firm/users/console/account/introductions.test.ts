// How a member of staff introduces themselves: in the console, on the pages of their own clients, and in the invitation.
import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../../test/harness/literally.ts"
import { inviteClient } from "../../../../../test/harness/portal-browser.ts"
import { newPortalIntake } from "../../../../../test/harness/portal-intake.ts"
import { sampleJpeg, samplePng } from "../../../../../test/harness/sample-pictures.ts"
import type { TestFirm } from "../../../../../test/harness/service.ts"
import { openPageOf, openServiceAndBrowser } from "../../../../../test/harness/service-and-browser.ts"
import { newStaff } from "../../../../../test/harness/staff.ts"
import { newStaffBrowser, signInStaff } from "../../../../../test/harness/staff-browser.ts"
import { waitUntil } from "../../../../../test/harness/wait-until.ts"
import { deactivateMember } from "../../../../intake/matters/deactivation.ts"
import { sendInvitation } from "../../../../intake/matters/invitations/sending.ts"
import { sql } from "../../../../platform/db/sql.ts"
import { openMailBody } from "../../../../platform/mail/outbox.ts"
import { max_photo_bytes } from "../../../firms/logo/shape.ts"
import { findIntroduction, readIntroduction } from "../../introductions.ts"

const opened = await openServiceAndBrowser()
const { service } = opened
const home = "/console/account"
const words = {
  title_en: "Notary",
  title_es: "Notaria",
  welcome_en: "I answer within a day. Ask me anything.",
  welcome_es: "Respondo en un día. Pregúnteme lo que sea.",
}

async function newAssignee(firm: TestFirm) {
  const { user_id } = await newStaff(firm, { role: "member" })
  const send = await newStaffBrowser(service, firm, user_id)
  await send("POST", `${home}/name`, { name: "Rosa Ojeda" })
  const upload = (file: Buffer) => {
    const form = new FormData()
    form.set("photo", new Blob([new Uint8Array(file)]), "photo.png")
    return send("POST", `${home}/photo`, form)
  }
  const assign = (matter_id: string) =>
    firm.write(sql`update matters set assignee_id = ${user_id} where id = ${matter_id}`)
  return { user_id, send, upload, assign }
}

test("clients of the assignee's matters meet them when they start, at home and in the invitation; others don't", async () => {
  const firm = await service.newFirm()
  const { user_id, send, upload, assign } = await newAssignee(firm)
  assert.equal((await send("POST", `${home}/introduction`, words)).status, 303)
  assert.equal((await upload(samplePng())).status, 303)
  const photo = `data:image/png;base64,${samplePng().toString("base64")}`
  assert.match((await send("GET", home)).text, literally(photo))

  const intake = await newPortalIntake(service, firm)
  const stranger = await newPortalIntake(service, firm)
  await assign(intake.matter_id)
  const { html } = await intake.ada.get("/portal")
  for (const text of ["Rosa Ojeda", "Notary", words.welcome_en, photo]) assert.match(html, literally(text))
  assert.match((await intake.ada.get("/portal?lang=es")).html, literally(words.welcome_es))
  assert.doesNotMatch((await stranger.ada.get("/portal")).html, /Rosa Ojeda/)

  const { invite_key, matter_id, invitation_id } = await inviteClient(service, firm, {
    email: "ida@example.com",
  })
  await assign(matter_id)
  const start = await service.app.inject({ url: `/invite/${invite_key}` })
  assert.match(start.body, literally(photo))
  const mail = await firm.run(async (tx) => {
    await sendInvitation(tx, service, invitation_id, { language: "es" })
    return tx.one<{ id: string; body_sealed: string }>(sql`
      select id, body_sealed from mails where matter_id = ${matter_id}`)
  })
  const { text } = openMailBody(service.ring, mail.id, mail.body_sealed)
  assert.match(text, literally(`«${words.welcome_es}»\n— Rosa Ojeda, Notaria`))

  await firm.run((tx) => deactivateMember(tx, user_id, null))
  const left = await firm.run((tx) => readIntroduction(tx, user_id))
  assert.deepEqual(left, { title: "", welcome: "", photo: null })
})

test("a client reads no introduction but that of the matter's own assignee", async () => {
  const firm = await service.newFirm()
  const [own, other] = [await newAssignee(firm), await newAssignee(firm)]
  for (const { send } of [own, other]) await send("POST", `${home}/introduction`, words)
  const { matter_id } = await newPortalIntake(service, firm)
  await own.assign(matter_id)
  const seen = await firm.run(async (tx) => {
    await tx.run(sql`select set_config('foyer.matter_id', ${matter_id}, true)`)
    assert.equal((await findIntroduction(tx, matter_id))?.name, "Rosa Ojeda")
    return tx.all(sql`select user_id from introductions`)
  })
  assert.deepEqual(seen, [{ user_id: own.user_id }])
})

test("only a small picture becomes a photo, and only the picture of it; everything else is refused", async () => {
  const firm = await service.newFirm()
  const { user_id, send, upload } = await newAssignee(firm)
  const large = samplePng({ width: 100, height: 100, extra: { tEXt: Buffer.alloc(max_photo_bytes) } })
  for (const [file, reason] of [
    [Buffer.from("<svg onload='alert(1)'/>"), /An SVG file can hold programs/],
    [Buffer.from("RIFF\0\0\0\0WEBPVP8 "), /neither a PNG nor a JPEG/],
    [Buffer.alloc(0), /Choose a picture first/],
    [samplePng().subarray(0, 40), /cannot be read to its end/],
    [large, /more than 3\.4 kB/],
  ] as const) {
    const { status, text } = await upload(file)
    assert.equal(status, 400)
    assert.match(text, reason)
  }
  const stored = () => firm.run((tx) => readIntroduction(tx, user_id))
  assert.equal((await stored()).photo, null)
  await upload(sampleJpeg({ remark: "at 40 N 3 W" }))
  const { photo } = await stored()
  const bytes = Buffer.from(photo?.split(",")[1] ?? "", "base64")
  assert.match(photo ?? "", /^data:image\/jpeg;base64,/)
  assert.ok(!bytes.includes("40 N"))
  await send("POST", `${home}/photo/deletion`)
  assert.equal((await stored()).photo, null)
})

test("a large photo is cut to a small square before it is sent", async () => {
  const firm = await service.newFirm()
  const page = await openPageOf(opened, await signInStaff(firm))
  await page.goto(home)
  await page.getByText("Add your photo").click()
  const buffer = samplePng({ width: 900, height: 600 })
  await page.locator("input[name=photo]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer })
  await waitUntil(
    () =>
      page.evaluate(
        () => document.querySelector<HTMLInputElement>("[name=photo]")?.files?.[0]?.type === "image/jpeg",
      ),
    "the photo was not redrawn",
  )
  await page.getByRole("button", { name: "Upload" }).click()
  await page.getByText("Your clients see the new photo.").waitFor()
  const size = await page
    .getByAltText("You", { exact: true })
    .evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
      image.src.length <= 11_000,
    ])
  assert.deepEqual(size, [112, 112, true])
})
