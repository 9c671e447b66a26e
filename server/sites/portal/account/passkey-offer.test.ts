import assert from "node:assert/strict"
import { test } from "node:test"
import { inviteClient, newPortalBrowser } from "../../../../test/harness/portal-browser.ts"
import { provideService } from "../../../../test/harness/service.ts"
import { addPasskey } from "../../../firm/users/sign-in/passkeys.ts"
import { sql } from "../../../platform/db/sql.ts"
import { openMailBody } from "../../../platform/mail/outbox.ts"

const service = provideService({ clock: () => now })
let now = new Date("2026-03-02T09:30:00Z")

/** Starts as Maria on one device, and signs in with a code on another a day later. */
async function returnOnAnotherDevice() {
  const firm = await service.newFirm()
  const invited = await inviteClient(service, firm, { email: "maria@example.com", first_name: "Maria" })
  const first = newPortalBrowser(service)
  await first.post(`/invite/${invited.invite_key}/start`)
  await firm.write(sql`update sessions set is_unproven = false`)
  const again = newPortalBrowser(service)
  now = new Date(now.getTime() + 86_400_000)
  await again.post(`/invite/${invited.invite_key}/code`)
  const { id, body_sealed, user_id } = await firm.one<{
    id: string
    body_sealed: string
    user_id: string
  }>(sql`
      select m.id, m.body_sealed, i.user_id from mails m join invitations i on i.id = m.invitation_id where m.purpose = 'code'`)
  await again.post(`/invite/${invited.invite_key}/session`, {
    code: openMailBody(service.ring, id, body_sealed).subject?.slice(0, 6) ?? "",
  })
  return { firm, first, again, user_id, matter_id: invited.matter_id }
}

const offered = /Come back without a code/

test("a passkey is offered on the second visit, in both languages, and not on the first", async () => {
  const { first, again } = await returnOnAnotherDevice()
  assert.doesNotMatch((await first.get("/portal")).html, offered)
  const { html } = await again.get("/portal")
  assert.match(html, offered)
  assert.match(html, /href="\/portal\/account\/passkeys\/new"/)
  assert.match((await again.get("/portal?lang=es")).html, /Vuelva sin código/)
})

test("declining the passkey offer hides it on every device", async () => {
  const { again, first } = await returnOnAnotherDevice()
  assert.equal((await again.post("/portal/account/passkey-offer")).location, "/portal")
  for (const browser of [again, first]) assert.doesNotMatch((await browser.get("/portal")).html, offered)
})

test("a client who has a passkey gets no offer", async () => {
  const { firm, again, user_id, matter_id } = await returnOnAnotherDevice()
  await firm.run((tx) =>
    addPasskey(tx, { user_id, matter_id }, "Phone", {
      credential_id: Buffer.from(user_id),
      public_key: Buffer.from("key"),
      counter: 0,
      transports: [],
      is_backed_up: false,
    }),
  )
  assert.doesNotMatch((await again.get("/portal")).html, offered)
})
