import assert from "node:assert/strict"
import { test } from "node:test"
import { literally } from "../../../../test/harness/literally.ts"
import { inviteClient } from "../../../../test/harness/portal-browser.ts"
import { sentForm } from "../../../../test/harness/sent-form.ts"
import { openTestService, provideService, type TestFirm } from "../../../../test/harness/service.ts"
import { startSmtpServer } from "../../../../test/harness/smtp-server.ts"
import { newStaffBrowser } from "../../../../test/harness/staff-browser.ts"
import { sendInvitation } from "../../../intake/matters/invitations/sending.ts"
import { sql } from "../../../platform/db/sql.ts"
import { getMail, listMails } from "../../../platform/mail/outbox.ts"
import { listAudit } from "../../audit/listing.ts"
import { differenceOf, listOwnWords } from "../own-words.ts"

const service = provideService()

const url = "/console/settings/client-emails/invitation"

async function openFirm(of = service) {
  const firm = await of.newFirm("Hartwell & Pryce")
  const req = await newStaffBrowser(of, firm)
  const seenIn = async (language: string) =>
    /name="seen" value="([^"]+)"/.exec((await req("GET", `${url}/${language}`)).text)?.[1] ?? ""
  const save = async (language: string, subject: string, body: string) =>
    req("POST", `${url}/${language}`, { seen: await seenIn(language), subject, body })
  return { firm, req, save, seenIn }
}

/** Invites a client in this language and returns the email. */
async function invited(firm: TestFirm, language: "en" | "es") {
  const { invitation_id } = await inviteClient(service, firm, { email: "maria@example.com" })
  return firm.run(async (tx) => {
    await sendInvitation(tx, service, invitation_id, { language, message: "From <b>Noor</b>" })
    const { rows } = await listMails(tx, service.ring, { page: 1, limit: 1, offset: 0 })
    return getMail(tx, service.ring, rows[0]?.id ?? "")
  })
}

test("the firm's words reach the client's email, in both of its parts and with escaped values", async () => {
  const { firm, save } = await openFirm()
  const saved = await save(
    "en",
    "Welcome to {{ firm_name }}",
    "Hi <i>{{client_name}}</i>,\n\n{{link}}\n\n{{message}}\n\nYours",
  )
  assert.deepEqual([saved.status, saved.location], [303, `${url}/en`])
  const mail = await invited(firm, "en")
  assert.equal(mail.subject, "Welcome to Hartwell & Pryce")
  assert.match(
    mail.text,
    /^Welcome to Hartwell & Pryce\n\nHi <i>.*<\/i>,\n\nOpen the questionnaire:\nhttp\S+\n\nFrom <b>Noor<\/b>\n\nYours\n/,
  )
  assert.match(mail.html, /Hi &lt;i&gt;/)
  assert.match(mail.html, /From &lt;b&gt;Noor&lt;\/b&gt;/)
  assert.match(mail.html, /<h1[^>]*>Welcome to Hartwell &amp; Pryce<\/h1>/)
})

test("if only English is worded, Spanish clients get Foyer's Spanish words", async () => {
  const { firm, save } = await openFirm()
  await save("en", "Welcome", "{{message}}\n{{link}}")
  const mail = await invited(firm, "es")
  assert.equal(mail.subject, "Hartwell & Pryce le invita a comenzar")
  assert.match(mail.text, /No necesita cuenta ni contraseña/)
})

test("only what differs is stored, and Foyer's words saved again remove it", async () => {
  const { firm, req, save } = await openFirm()
  const form = (await req("POST", `${url}/en/preview`, { foyer: "yes" })).text
  const body = form.match(/<textarea[^>]*id="body"[^>]*>([^<]*)</)?.[1] ?? ""
  const subject = "{{firm_name}} invites you to begin"
  const stored = () => firm.all(sql`select email, language, subject, body from client_email_words`)
  await save("en", "Welcome", body)
  assert.deepEqual(await stored(), [{ email: "invitation", language: "en", subject: "Welcome", body: null }])
  assert.match(
    (await req("GET", "/console/settings/client-emails")).text,
    /Yours<span[^>]*> words: Invitation, English/,
  )
  await save("en", subject, `${body} More.`)
  assert.deepEqual((await firm.run(listOwnWords)).get("invitation"), ["en"])
  await save("en", subject, body)
  assert.deepEqual(await stored(), [])
})

test("Foyer's words are offered only where other words are shown", async () => {
  const { req, save } = await openFirm()
  const offered = async (language: string) =>
    (await req("GET", `${url}/${language}`)).text.includes("Use Foyer’s words")
  assert.deepEqual([await offered("en"), await offered("es")], [false, false])
  assert.equal((await save("es", "Bienvenida", "Hola\n\n{{link}}\n\n{{message}}")).status, 303)
  assert.deepEqual([await offered("en"), await offered("es")], [false, true])
})

test("refused words come back as typed, with the fault beside the field", async () => {
  const { firm, save } = await openFirm()
  const refused = await save("en", "Your {{link}}", "Hello {{client_nam}}")
  assert.equal(refused.status, 400)
  assert.match(refused.text, /The subject cannot contain \{\{link\}\}/)
  assert.match(refused.text, /Did you mean \{\{client_name\}\}\?/)
  assert.match(refused.text, /Hello \{\{client_nam\}\}<\/textarea>/)
  for (const [subject, body] of [
    ["", "{{message}}\n{{link}}"],
    ["x".repeat(201), "{{message}}\n{{link}}"],
    ["Hi", ""],
    ["Hi", `{{message}}\n{{link}}\n${"x".repeat(5_000)}`],
  ] as const)
    assert.equal((await save("en", subject, body)).status, 400)
  assert.equal((await firm.run(listOwnWords)).size, 0)
})

test("Undo restores the words that were in use, and is refused once a colleague has changed them again", async () => {
  const { firm, req, save } = await openFirm()
  const undoOf = async (location: string) => {
    const [, action = "", html = ""] =
      /<form method="post" action="([^"]+)" data-in-place[^>]*>(.*?)<button[^>]*data-undo/s.exec(
        (await req("GET", location)).text,
      ) ?? []
    const form = Object.entries(sentForm(html)).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    )
    return () => req("POST", action, form)
  }
  const saved = await save("en", "Ours", "Hello\n{{message}}\n{{link}}")
  const undo = await undoOf(saved.location)
  const redo = await undoOf((await undo()).location)
  assert.equal((await firm.run(listOwnWords)).size, 0)
  const late = await undoOf((await redo()).location)
  assert.equal((await invited(firm, "en")).subject, "Ours")
  await save("en", "A colleague’s", "{{message}}\n{{link}}")
  assert.equal((await late()).status, 409)
  assert.equal((await invited(firm, "en")).subject, "A colleague’s")
})

test("a change is in the audit log with what it was and became", async () => {
  const { firm, save } = await openFirm()
  await save("es", "{{firm_name}} le da la bienvenida", "{{message}}\n{{link}}")
  const { rows } = await firm.run((tx) => listAudit(tx, {}, { page: 1, limit: 1, offset: 0 }))
  assert.equal(rows[0]?.action, "client_email_changed")
  assert.match(rows[0]?.label ?? "", /^Invitation, es: “invita a comenzar” → “da la bienvenida”; “/)
})

test("the audit log shows only what differs, also where the same letters follow one another", () => {
  const difference = (before: string, after: string) =>
    differenceOf({ subject: before, body: "" }, { subject: after, body: "" })
  assert.equal(difference("A bee", "A beee"), "“” → “e”")
  assert.equal(difference("A beee", "A bee"), "“e” → “”")
  assert.equal(difference("Your will", "Your trust"), "“will” → “trust”")
})

test("the preview shows what is typed with sample data, and stores nothing", async () => {
  const { firm, req } = await openFirm()
  const { status, text } = await req("POST", `${url}/en/preview`, {
    subject: "Hello {{client_name}}",
    body: "{{questionnaire_title}} <b>\n{{link}}",
  })
  assert.equal(status, 200)
  assert.match(text, /<h3>Hello Maria<\/h3>/)
  assert.match(text, literally("Estate planning &lt;b>"))
  assert.match(text, /needs \{\{message\}\}/)
  assert.equal((await firm.run(listOwnWords)).size, 0)
})

test("a test email brings what is typed, with sample data, to the person who presses the button", async (t) => {
  const { received, url: FOYER_SMTP_URL } = await startSmtpServer()
  const sending = await openTestService({ settings: { FOYER_SMTP_URL } }, t)
  const { firm, req } = await openFirm(sending)
  const typed = { subject: "Try {{client_name}}", body: "{{message}}\n{{link}}" }
  const sent = await req("POST", `${url}/en/test`, typed)
  assert.equal(sent.status, 200)
  assert.match(sent.text, /The mail server accepted the test to ada\.admin@example\.com/)
  assert.match(sent.text, /value="Try \{\{client_name\}\}"/)
  assert.deepEqual(received.at(-1)?.recipients, ["<ada.admin@example.com>"])
  assert.match(received.at(-1)?.data ?? "", /Subject: Try Maria/)
  const refused = await req("POST", `${url}/en/test`, { ...typed, body: "no link" })
  assert.equal(refused.status, 400)
  const { rows } = await firm.run((tx) => listMails(tx, sending.ring, { page: 1, limit: 9, offset: 0 }))
  assert.equal(rows.length, 1)
})

test("another firm's words are not used, and unknown emails and languages are not found", async () => {
  const one = await openFirm()
  const other = await openFirm()
  await one.save("en", "Only ours", "{{message}}\n{{link}}")
  assert.equal((await invited(other.firm, "en")).subject, "Hartwell & Pryce invites you to begin")
  for (const path of ["invitation/de", "nothing/en", "constructor/en"])
    assert.equal((await one.req("GET", `/console/settings/client-emails/${path}`)).status, 404, path)
})
