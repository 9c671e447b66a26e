// Clients' mistakes and late actions: each gets a page in plain words, and nothing is half done.
import assert from "node:assert/strict"
import { readdir } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { Readable } from "node:stream"
import { before, test } from "node:test"
import { fieldAt, filesField } from "../server/intake/documents/portal/uploads/upload-form.tsx"
import { UploadRefused } from "../server/intake/documents/uploads/upload-refused.ts"
import { receiveDocument } from "../server/intake/documents/uploads/uploads.ts"
import { createInvitation, revokeInvitation } from "../server/intake/matters/invitations/invitations.ts"
import { closeMatter } from "../server/intake/matters/lifecycle.ts"
import { completeMatter } from "../server/intake/submissions/submissions.ts"
import { sql } from "../server/platform/db/sql.ts"
import { fingerprintOf } from "./fingerprint.ts"
import { samplePng } from "./harness/sample-files.ts"
import { newFirmWithIntake, type SampleIntake } from "./harness/sample-intake.ts"
import { provideService, type TestFirm } from "./harness/service.ts"
import { waitUntil } from "./harness/wait-until.ts"

const service = provideService({ listen: true })
let port: number
before(async () => {
  port = Number(new URL(service.base_url).port)
})

interface TestPortal {
  firm: TestFirm
  intake: SampleIntake
  key: string
  invitation_id: string
}

async function newTestPortal(): Promise<TestPortal> {
  const { firm, ...intake } = await newFirmWithIntake(service, {
    firm_name: "Hartwell & Pryce",
    couple: false,
  })
  const { id, invite_key } = await firm.run((tx) =>
    createInvitation(tx, service, { matter_id: intake.matter_id, party: "main", email: "ada@example.com" }),
  )
  return { firm, intake, key: invite_key, invitation_id: id }
}

interface Page {
  status: number
  text: string
  location: string
}

async function ask(method: "GET" | "POST", url: string, cookie = "", payload = ""): Promise<Page> {
  const headers = {
    cookie,
    ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
  }
  const answer = await service.app.inject({
    method,
    url,
    headers,
    payload: method === "POST" ? payload : undefined,
  })
  return { status: answer.statusCode, text: answer.body, location: String(answer.headers.location ?? "") }
}

async function start({ key }: TestPortal): Promise<string> {
  const answer = await service.app.inject({ method: "POST", url: `/invite/${key}/start` })
  const cookie = answer.cookies.find(({ name }) => name === "foyer_client")
  assert.ok(cookie, answer.body)
  return `foyer_client=${cookie.value}`
}

async function changingNothing({ firm }: TestPortal, work: () => Promise<void>): Promise<void> {
  const before = await fingerprintOf(service, firm)
  await work()
  assert.deepEqual(await fingerprintOf(service, firm), before)
}

/** Every request that a link allows. */
const knocks: [method: "GET" | "POST", path: string, payload?: string][] = [
  ["GET", ""],
  ["POST", "/start"],
  ["GET", "/code"],
  ["POST", "/code"],
  ["POST", "/session", "code=123456"],
  ["POST", "/session", "password=secret"],
]

test("a link whose matter was closed or completed before Start says so, and opens nothing", async () => {
  for (const end of ["closed", "completed"]) {
    const area = await newTestPortal()
    await area.firm.run((tx) =>
      end === "closed"
        ? closeMatter(tx, area.intake.matter_id)
        : completeMatter(tx, service.ring, area.intake.matter_id).then(() => undefined),
    )
    await changingNothing(area, async () => {
      for (const [method, path, payload] of knocks) {
        const { status, text } = await ask(method, `/invite/${area.key}${path}`, "", payload)
        assert.equal(status, 410, `${method} ${path} ${end}`)
        assertPlain(text)
      }
    })
  }
})

test("a link that is revoked, unknown, or of a suspended firm says so, and opens nothing", async () => {
  const revoked = await newTestPortal()
  await revoked.firm.run((tx) => revokeInvitation(tx, revoked.invitation_id))
  const suspended = await newTestPortal()
  await service.db.forPlatform((tx) =>
    tx.run(sql`update firms set suspended_at = ${tx.now} where id = ${suspended.firm.firm_id}`),
  )
  const live = await newTestPortal()
  const changed = live.key.slice(0, -1) + (live.key.endsWith("a") ? "b" : "a")
  for (const [area, key, expected] of [
    [revoked, revoked.key, 410],
    [suspended, suspended.key, 403],
    [live, changed, 404],
    [live, "%00", 404],
    [live, "%zz", 404],
    [live, "x".repeat(5_000), 404],
  ] as const) {
    await changingNothing(area, async () => {
      for (const [method, path, payload] of knocks) {
        const { status, text } = await ask(method, `/invite/${key}${path}`, "", payload)
        assert.equal(status, expected, `${method} ${key.slice(0, 30)}${path}`)
        assertPlain(text)
      }
    })
  }
})

test("once the matter is completed or closed, pages are readable and no form changes anything", async () => {
  for (const end of ["closed", "completed"]) {
    const area = await newTestPortal()
    const cookie = await start(area)
    const forms = await formsOf(cookie)
    assert.ok(forms.length > 3, `${forms.length} forms`)
    await area.firm.run((tx) =>
      end === "closed"
        ? closeMatter(tx, area.intake.matter_id)
        : completeMatter(tx, service.ring, area.intake.matter_id).then(() => undefined),
    )
    assert.equal((await ask("GET", "/portal", cookie)).status, 200)
    await changingNothing(area, async () => {
      for (const url of forms) {
        const { status, text } = await ask("POST", url, cookie, "first_name=Eve&last_name=Eve&value=yes&go=1")
        assert.ok([409, 303, 404].includes(status), `${status} ${url}`)
        if (status === 409) assertPlain(text)
      }
      const fields = await service.app.inject({
        method: "POST",
        url: "/portal/fields",
        headers: { cookie },
        payload: { page: forms[0] ?? "", controls: { first_name: ["Eve"] }, seen: { first_name: 0 } },
      })
      assert.equal(fields.statusCode, 409)
      const { intake } = area
      const target = { matter_id: intake.matter_id, request_id: intake.ids.statements }
      await assert.rejects(
        receiveDocument(service, intake.client, {
          ...target,
          filename: "a.txt",
          source: Readable.from(["a"]),
        }),
        { code: "matter_read_only" },
      )
    })
  }
})

/** The targets of the section pages' forms. */
async function formsOf(cookie: string): Promise<string[]> {
  const pages = new Set(["/portal"])
  const forms = new Set<string>()
  for (const url of pages) {
    const { text, location } = await ask("GET", url, cookie)
    const found = [...text.matchAll(/href="(\/portal\/sections[^"?]*)/g)].map(([, href = ""]) => href)
    for (const href of [...found, ...(location.startsWith("/portal/sections") ? [location] : [])])
      pages.add(href.split("?")[0] ?? "")
    for (const [, action = ""] of text.matchAll(
      /<(?:form|button) [^>]*action="(\/portal\/(?:sections|people|files)[^"]*)"/g,
    ))
      forms.add(action.replaceAll("&amp;", "&"))
    if (/<form (?![^>]*action=)/.test(text) && url.includes("/sections/")) forms.add(url)
  }
  return [...forms]
}

/** Checks that a page is for people: it has a heading and no technical error messages. */
function assertPlain(html: string): void {
  assert.match(html, /<h1[^>]*>[^<]{5,}/)
  const words = html.replace(/<style.*?<\/style>/gs, "").replace(/<[^>]+>/g, " ")
  assert.doesNotMatch(words, /\binvalid\b|undefined|null|\berror\b|[{}]/i)
}

test("a file that is empty, too large, renamed, of an unsupported type, or truncated leaves nothing behind", async () => {
  const area = await newTestPortal()
  const { matter_id, ids, client } = area.intake
  const send = (filename: string, source: Readable) =>
    receiveDocument(service, client, { matter_id, request_id: ids.statements, filename, source })
  const png = samplePng()
  const refused: [filename: string, source: () => Readable, fault: string, remedy: RegExp][] = [
    ["empty.pdf", () => Readable.from([]), "empty", /upload it again/],
    ["large.txt", () => zeros(100 * 1024 * 1024 + 1), "too_large", /100 MB.*smaller/],
    ["photo.pdf", () => Readable.from([Buffer.from("GIF89a\x01\0")]), "content_mismatch", /\.gif.*PDF/],
    ["program.jpg", () => Readable.from([Buffer.from("MZ\x90\x00program")]), "content_mismatch", /PDF/],
    ["page.html", () => Readable.from(["<script>alert(1)</script>"]), "wrong_type", /PDF/],
    ["picture.svg", () => Readable.from(["<svg/>"]), "wrong_type", /PDF/],
    ["none", () => Readable.from([Buffer.from([0, 1, 2, 3, 255])]), "wrong_type", /PDF/],
    ["half.png", () => Readable.from([png.subarray(0, png.length - 20)]), "truncated", /upload it again/],
  ]
  await changingNothing(area, async () => {
    for (const [filename, source, fault, remedy] of refused) {
      await assert.rejects(
        () => send(filename, source()),
        (error) => {
          assert.ok(error instanceof UploadRefused, `${filename}: ${error}`)
          assert.equal(error.fault, fault, filename)
          assert.match(error.message, remedy)
          assert.doesNotMatch(error.message, /invalid/i)
          return true
        },
      )
    }
    await assert.rejects(() => send("cut.txt", breaking(new Error("connection lost"))))
    await assert.rejects(() => send("cut.txt", zeros(10_000_000, { cut_after: 5_000_000 })))
  })
})

function zeros(bytes: number, { cut_after = Number.POSITIVE_INFINITY } = {}): Readable {
  let left = bytes
  return new Readable({
    read() {
      if (bytes - left >= cut_after) return void this.destroy(new Error("aborted"))
      const size = Math.min(left, 65_536)
      left -= size
      this.push(size === 0 ? null : Buffer.alloc(size, 0x20))
    },
  })
}

function breaking(error: Error): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from("half of it")
      throw error
    })(),
  )
}

/** The field of a row of the page with all files. */
const fieldOf = ({ intake }: { intake: SampleIntake }) => fieldAt(filesField, intake.ids.statements)

test("an upload form that is empty, refused, or broken says on its page what to do", async () => {
  const area = await newTestPortal()
  const cookie = await start(area)
  const url = (await formsOf(cookie)).find((one) => one.startsWith("/portal/files/"))
  assert.ok(url)
  const post = async (parts: string, type = "multipart/form-data; boundary=x") => {
    const answer = await service.app.inject({
      method: "POST",
      url,
      headers: { cookie, "content-type": type },
      payload: parts,
    })
    return { status: answer.statusCode, text: answer.body }
  }
  const file = (name: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; name="${fieldOf(area)}"; filename="${name}"\r\n\r\n${content}\r\n`
  await changingNothing(area, async () => {
    for (const [parts, words] of [
      [`${file("empty.pdf", "")}--x--`, /This file is empty/],
      [`${file("photo.pdf", samplePng().toString("latin1"))}--x--`, /name ends in \.pdf/],
      [`${file("run.exe", "MZ")}--x--`, /This type of file is not accepted/],
      [file("cut.txt", "half"), /did not arrive completely/],
      ["nonsense", /did not arrive completely/],
    ] as const) {
      const { status, text } = await post(parts)
      assert.equal(status, 422, parts)
      assert.match(text, words)
      assert.match(text, /<title>Error: /)
    }
    assert.equal((await post("a=b", "text/plain")).status, 415)
  })
})

test("a connection that breaks during an upload leaves nothing behind", async () => {
  const area = await newTestPortal()
  const cookie = await start(area)
  const url = (await formsOf(cookie)).find((one) => one.startsWith("/portal/files/"))
  await changingNothing(area, async () => {
    const socket = connect(port, "127.0.0.1")
    const part = `--x\r\nContent-Disposition: form-data; name="${fieldOf(area)}"; filename="a.txt"\r\n\r\n`
    socket.write(
      [
        `POST ${url} HTTP/1.1`,
        "Host: 127.0.0.1",
        `Cookie: ${cookie}`,
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Length: 100000",
        "",
        part + "half of a file ".repeat(5_000),
      ].join("\r\n"),
    )
    const underWay = () => readdir(join(service.config.data_dir, "files", ".unfinished"))
    await waitUntil(async () => (await underWay()).length === 1, "nothing has arrived")
    socket.destroy()
    await waitUntil(async () => (await underWay()).length === 0, "half of a file is left")
    // The record of the bytes is removed after them, so that a process killed in between leaves no unknown bytes.
    const recorded = () => area.firm.all(sql`select key from stored_files`)
    await waitUntil(async () => (await recorded()).length === 0, "the record of half of a file is left")
  })
})
