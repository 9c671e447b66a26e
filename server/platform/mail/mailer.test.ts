import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { anyCharacter } from "../../../test/harness/any-character.ts"
import { literally } from "../../../test/harness/literally.ts"
import { startSmtpServer } from "../../../test/harness/smtp-server.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { BadMailAddress } from "./addresses.ts"
import { renderMail } from "./layout.ts"
import { type Mail, MailFailed, openMailer } from "./mailer.ts"
import { readSmtpUrl } from "./smtp-url.ts"

const mail: Mail = {
  to: "ana@example.com",
  subject: "Your questionnaire",
  text: "Hello",
  html: "<p>Hello</p>",
}
const from = "Hartwell & Pryce <intake@firm.example>"

test("without a mail server, send returns that nothing was delivered", async () => {
  const mailer = openMailer({ from })
  assert.equal(mailer.is_sending, false)
  assert.deepEqual(await mailer.send(mail), { delivered: false })
})

test("the server receives an email with both parts, the firm's name and a stable id", async () => {
  const server = await startSmtpServer()
  const mailer = openMailer({ smtp_url: server.url, from })
  assert.deepEqual(
    await mailer.send({ ...mail, from_name: "Pryce, Ștefan", reply_to: "desk@firm.example", id: "mail_1" }),
    { delivered: true },
  )
  const [received] = server.received
  assert.equal(received?.sender, "<intake@firm.example>")
  assert.deepEqual(received?.recipients, ["<ana@example.com>"])
  const { data = "" } = received ?? {}
  assert.match(data, /^From: =\?UTF-8\?.*<intake@firm\.example>\r$/m)
  assert.match(data, /^Reply-To: desk@firm\.example\r$/m)
  assert.match(data, /^Message-ID: <mail_1@firm\.example>\r$/m)
  assert.match(data, /^Auto-Submitted: auto-generated\r$/m)
  assert.match(data, /^Content-Type: text\/plain/m)
  assert.match(data, /^Content-Type: text\/html/m)
})

test("a server that is not there is told from one that is but refuses or says nothing", async () => {
  const away = openMailer({ smtp_url: "smtp://127.0.0.1:9", from })
  await assert.rejects(away.send(mail), { name: "MailServerAway", permanent: false })
  assert.equal(await away.isThere(), false)
  for (const behaviour of [{ rcpt: "451 Later" }, { greet: false }]) {
    const server = await startSmtpServer(behaviour)
    const mailer = openMailer({ smtp_url: server.url, from, timeout_ms: 500 })
    await assert.rejects(mailer.send(mail), { name: "MailFailed", permanent: false })
    assert.equal(await mailer.isThere(), true)
  }
})

test("no field can inject a header, a recipient or a command", async () => {
  const server = await startSmtpServer()
  const mailer = openMailer({ smtp_url: server.url, from })
  const evil = "x\r\nBcc: spy@example.com\r\n\r\nbody\u2028Cc: spy@example.com\0"
  await mailer.send({ ...mail, subject: evil, from_name: evil, id: `mail_1>${evil}` })
  const head = server.received[0]?.data.split("\r\n\r\n")[0] ?? ""
  assert.deepEqual(head.match(/^(Bcc|Cc):/gim), null)
  assert.deepEqual(server.received[0]?.recipients, ["<ana@example.com>"])

  const recipients = [
    "a@b.example,spy@example.com",
    "a@b.example\r\nRCPT TO:<spy@example.com>",
    "<a@b.example>",
    "a b@c.example",
    "Ana <ana@example.com>",
    "group:a@b.example;",
    "@b.example",
    "a@",
    "",
    "a@b@c.example",
  ]
  const refused = { name: "MailFailed", permanent: true }
  for (const to of recipients) await assert.rejects(mailer.send({ ...mail, to }), refused, to)
  for (const reply_to of recipients)
    await assert.rejects(mailer.send({ ...mail, reply_to }), refused, reply_to)
  assert.equal(server.received.length, 1)
  assert.throws(() => openMailer({ from: "Firm <a@b.example>, spy@example.com" }), BadMailAddress)
})

test("a refused recipient is a permanent failure, and a busy server a temporary one", async () => {
  for (const [answer, permanent] of [
    ["550 5.1.1 No such user", true],
    ["451 4.3.0 Try later", false],
  ] as const) {
    const server = await startSmtpServer({ rcpt: answer })
    await assert.rejects(openMailer({ smtp_url: server.url, from }).send(mail), (error) => {
      assert(error instanceof MailFailed)
      assert.equal(error.permanent, permanent)
      return true
    })
  }
})

test("a server that is silent, unreachable or never finishes times out, and its connection closes", async () => {
  const silent = await startSmtpServer({ greet: false })
  const dripping = await Promise.all([
    startSmtpServer({ drip: "greeting" }),
    startSmtpServer({ drip: "EHLO" }),
  ])
  for (const smtp_url of [silent.url, ...dripping.map(({ url }) => url), "smtp://127.0.0.1:1"]) {
    await assert.rejects(
      openMailer({ smtp_url, from, timeout_ms: 300 }).send(mail),
      (error) => error instanceof MailFailed && !error.permanent,
    )
  }
  for (const { openConnectionCount } of [silent, ...dripping])
    await waitUntil(() => openConnectionCount() === 0, "a connection to the server is still open")
})

test("of two limits on a silent server, the shorter one ends first", async () => {
  const { url: smtp_url, received } = await startSmtpServer({ greet: false })
  const ended: string[] = []
  const send = (name: string, timeout_ms?: number) =>
    openMailer({ smtp_url, from, timeout_ms })
      .send(mail)
      .catch(() => ended.push(name))
  // Begun first, with the limits of a real delivery.
  const usual = send("usual")
  await send("short", 300)
  assert.deepEqual(ended, ["short"])
  await usual
  assert.deepEqual([ended, received], [["short", "usual"], []])
})

test("a password is never sent unencrypted to another machine, unless the operator allows it", () => {
  assert.deepEqual(readSmtpUrl("smtp://user:p%40ss@mail.example"), {
    host: "mail.example",
    port: 587,
    secure: false,
    requireTLS: true,
    auth: { user: "user", pass: "p@ss" },
  })
  assert.equal(readSmtpUrl("smtp://user:p@mail.example?requireTLS=false").requireTLS, false)
  assert.equal(readSmtpUrl("smtp://user:p@127.0.0.1:1025").requireTLS, false)
  assert.equal(readSmtpUrl("smtps://mail.example").port, 465)
  assert.throws(
    () => readSmtpUrl("http://user:geheim@mail.example"),
    (error: Error) => !error.message.includes("geheim"),
  )
})

test("the layout escapes everything it contains", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (words) => {
      const evil = `${words}<script>"'&`
      const { html, text } = renderMail({
        firm_name: evil,
        color: evil,
        heading: evil,
        paragraphs: [evil],
        button: { label: evil, url: "https://firm.example/invite/k?a=1&b='2'" },
        footer: evil,
      })
      assert.doesNotMatch(html, literally("<script>"))
      assert.equal(html.split("&lt;script&gt;&quot;&#39;&amp;").length, 7)
      assert.match(html, literally('href="https://firm.example/invite/k?a=1&amp;b=&#39;2&#39;"'))
      assert.match(text, literally("https://firm.example/invite/k?a=1&b='2'"))
    }),
  )
  for (const url of ["javascript:alert(1)", "https://a.example/\r\nx", 'https://a.example/"', "/invite"]) {
    const button = { label: "Open", url }
    assert.throws(
      () => renderMail({ firm_name: "", heading: "", paragraphs: [], footer: "", button }),
      TypeError,
    )
  }
})

test("the button's label has enough contrast on any firm's color", () => {
  const colorOf = (color: string) =>
    /6px;background:(#\w+);color:(#\w+)/.exec(
      renderMail({
        firm_name: "F",
        color,
        heading: "H",
        paragraphs: [],
        footer: "",
        button: { label: "Open", url: "https://a.example/" },
      }).html,
    )
  assert.deepEqual(colorOf("#ffee00")?.slice(1), ["#ffee00", "#000000"])
  assert.deepEqual(colorOf("#7a1f2b")?.slice(1), ["#7a1f2b", "#ffffff"])
  assert.deepEqual(colorOf("red")?.slice(1), ["#1f3a5f", "#ffffff"])
})
