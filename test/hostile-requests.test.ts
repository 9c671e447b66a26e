// No request of at most 1 MB works the process much longer than a harmless one of that size to the same address: one
// firm's visitor must not hold up every other. Measured in this process alone, by the time it worked, not by the clock.
// This file is long because the table of shapes is read with its test.
import assert from "node:assert/strict"
import { test } from "node:test"
import { readForm } from "../server/platform/http/responses/pages.ts"
import { apiLines, consoleLines, type Line, portalLines } from "./every-route/routes.ts"
import { addressOf, provideTwoFirms } from "./every-route/two-firms.ts"
import { oneOfEachKind, walk } from "./every-route/walk.ts"

const fixtures = provideTwoFirms()

/** What is quadratic shows at a third of the size, too. */
const size = process.env.FOYER_RANDOM_RUNS ? 900_000 : 300_000
const urlencoded = "application/x-www-form-urlencoded"

interface Request {
  method: string
  url: string
  headers: Record<string, string>
  payload: string
}

/** In milliseconds that this process worked. A response is never our own fault. */
async function cost({ method, url, headers, payload }: Request): Promise<number> {
  const start = process.cpuUsage()
  const { statusCode, body } = await fixtures.service.app.inject({
    method: method as "POST",
    url,
    headers,
    payload,
  })
  assert.ok(statusCode < 500, `${method} ${url}: ${statusCode} ${body.slice(0, 300)}`)
  return process.cpuUsage(start).user / 1_000
}

/** Quadratic work takes many seconds; what is added is noise, such as a job that runs meanwhile. */
async function findSlow(hostile: Request, harmless_ms: number): Promise<string[]> {
  const allowed_ms = 4 * harmless_ms + 250
  let ms = await cost(hostile)
  for (let again = 0; again < 2 && ms > allowed_ms; again++) ms = Math.min(ms, await cost(hostile))
  const sent = `${hostile.payload.slice(0, 40)} ${JSON.stringify(hostile.headers).slice(0, 120)}`
  return ms > allowed_ms ? [`${hostile.method} ${hostile.url}: ${harmless_ms} → ${ms} ms for ${sent}`] : []
}

/** What people could type into one field, as it is encoded. */
const fillings: Record<string, (length: number) => string> = {
  blanks: (length) => `1${"+".repeat(length)}!`,
  digits: (length) => `1${"1+".repeat(length / 2)}!`,
  marks: (length) => `e${"%CC%81%CC%96".repeat(length / 12)}`,
}
const harmless = (length: number) => "word+".repeat(length / 5)

/** The fields of a page's form: hidden ones keep their values, and the others share the size. */
function formOf(html: string, filling: (length: number) => string): string {
  const inputs = [...html.matchAll(/<(?:input|textarea|select)\s[^<>]*\bname="([^"]+)"[^<>]*>/g)]
  const isHidden = (tag: string) => tag.includes('type="hidden"')
  const shown = new Set(inputs.flatMap(([tag, name = ""]) => (isHidden(tag) ? [] : [name])))
  if (shown.size === 0) shown.add("text")
  const hidden = inputs.flatMap(([tag, name = ""]) =>
    isHidden(tag) ? [[name, /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ""]] : [],
  )
  const text = filling(Math.floor(size / shown.size))
  return [
    new URLSearchParams(hidden).toString(),
    ...[...shown].map((name) => `${encodeURIComponent(name)}=${text}`),
  ].join("&")
}

interface PostedForm {
  url: string
  html: string
}

/** Every page with a form that has fields; what only has a button reads nothing. */
async function findForms(urls: Iterable<string>, cookie: string): Promise<PostedForm[]> {
  const found: PostedForm[] = []
  for (const url of urls) {
    const { body, statusCode } = await fixtures.service.app.inject({
      method: "GET",
      url,
      headers: { cookie },
    })
    const inside = [...body.matchAll(/<form [^<>]*method="post"[^<>]*>(.*?)<\/form>/gs)].map(
      ([, html = ""]) => html,
    )
    // Not the one that signs out, or any other button.
    const html = inside.toSorted((a, b) => b.length - a.length)[0] ?? ""
    if (statusCode === 200 && /<(?:input|textarea)\s[^<>]*type="(?:text|tel|email)"|<textarea\s/.test(html))
      found.push({ url, html })
  }
  return found
}

async function assertQuick(forms: readonly PostedForm[], cookie: string, least: number): Promise<void> {
  const slow: string[] = []
  for (const { url, html } of forms) {
    const request = (filling: (length: number) => string): Request => ({
      method: "POST",
      url,
      headers: { cookie, "content-type": urlencoded },
      payload: formOf(html, filling),
    })
    const harmless_ms = await cost(request(harmless))
    for (const filling of Object.values(fillings))
      slow.push(...(await findSlow(request(filling), harmless_ms)))
  }
  assert.deepEqual(slow, [])
  assert.ok(forms.length >= least, `${forms.length} forms`)
}

const withForm = (lines: Record<string, Line>) =>
  Object.entries(lines).flatMap(([route, { methods, url }]) =>
    methods.includes("GET") && methods.includes("POST")
      ? (url ?? addressOf(route, fixtures.ours.params))
      : [],
  )

test("no filled-in form of the console takes long", async () => {
  const { staff } = fixtures.ours
  await assertQuick(await findForms(withForm(consoleLines), staff), staff, 20)
})

test("no filled-in form of the portal takes long", async () => {
  const { client } = fixtures.ours
  const { pages } = await walk(fixtures, client, "/portal")
  await assertQuick(await findForms(oneOfEachKind([...withForm(portalLines), ...pages]), client), client, 20)
})

const repeated = (text: string) => text.repeat(size / text.length)
const numbered = (one: (n: number) => string, length: number) =>
  Array.from({ length: size / length }, (_, n) => one(n)).join("")

/** Bodies whose shape, not text, takes the time. */
const forms: Record<string, string> = {
  "names without a value": repeated("a&"),
  "escaped names": repeated("%41&"),
  "one field again and again": repeated("a=1&"),
  "many fields": numbered((n) => `k${n}=1&`, 9),
  ampersands: repeated("&"),
  "equals signs": repeated("="),
  "broken escapes": `a=${repeated("%")}`,
  "brackets in brackets": `${repeated("a[b]")}=1`,
  "prototype fields": repeated("__proto__=1&"),
}
const bodies: Record<string, string> = {
  "deep arrays": `{"a":${"[".repeat(size / 2)}${"]".repeat(size / 2)}}`,
  "deep objects": `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`,
  "unclosed arrays": repeated("["),
  "many keys": `{${numbered((n) => `"k${n}":1,`, 11)}"z":1}`,
  "many items": `{"matter_name":[${repeated("1,")}1]}`,
  "a huge number": `{"matter_name":${repeated("1")}}`,
  "many huge numbers": `{"context":{${numbered((n) => `"${n}":${"9".repeat(90)},`, 100)}"z":1}}`,
  "escaped text": `{"matter_name":"${repeated("\\u0000")}"}`,
  blanks: repeated(" "),
  "blanks in text": `{"matter_name":"1${repeated(" ")}!"}`,
  marks: `{"matter_name":"e${"\u0301\u0316".repeat(size / 4)}"}`,
}
const parts = (one: (n: number) => string) =>
  `${Array.from({ length: 9_000 }, (_, n) => `--x\r\nContent-Disposition: form-data; ${one(n)}\r\n\r\n1\r\n`).join("")}--x--\r\n`
const multipart: Record<string, string> = {
  "many parts": parts((n) => `name="k${n}"`),
  "many files": parts((n) => `name="file"; filename="${n}.docx"`),
  "a long name": parts(() => `name="a"`).replace('"a"', `"${repeated("a ")}"`),
  "boundaries that do not end": `--x\r\n${repeated("\r\n-")}`,
  "headers of a part": `--x\r\n${repeated("A: b\r\n")}\r\n1\r\n--x--`,
}

test("no shape of a body takes long", async () => {
  const { ours } = fixtures
  const slow: string[] = []
  const compare = async (
    request: Omit<Request, "payload">,
    shapes: Record<string, string>,
    plain: string,
  ) => {
    const harmless_ms = await cost({ ...request, payload: plain })
    for (const payload of Object.values(shapes))
      slow.push(...(await findSlow({ ...request, payload }, harmless_ms)))
  }
  const of = (url: string, type: string, cookie: string) => ({
    method: "POST",
    url,
    headers: { cookie, "content-type": type },
  })
  for (const [url, cookie] of [
    ["/console/sign-in", ""],
    ["/portal/links", ""],
    ["/console/settings/firm", ours.staff],
    ["/portal/messages/new", ours.client],
  ] as const)
    await compare(of(url, urlencoded, cookie), forms, `a=${repeated("word+")}`)
  for (const url of [
    "/console/settings/document-templates",
    "/console/imports",
    "/console/settings/firm/logo",
    "/console/account/photo",
  ])
    await compare(
      of(url, "multipart/form-data; boundary=x", ours.staff),
      multipart,
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${repeated("word\n")}\r\n--x--\r\n`,
    )
  for (const [url, { methods }] of Object.entries(apiLines).filter(([, line]) =>
    line.methods.includes("POST"),
  ))
    for (const authorization of [`Token ${ours.firm.token}`, "Token wrong"])
      await compare(
        { method: methods[0] ?? "", url, headers: { authorization, "content-type": "application/json" } },
        bodies,
        JSON.stringify({ matter_name: repeated("word ") }),
      )
  assert.deepEqual(slow, [])
})

test("no header or query of the size that Node takes is slow", async () => {
  const { ours } = fixtures
  const long = (text: string) => text.repeat(15_000 / text.length)
  const slow: string[] = []
  for (const [url, cookie] of [
    ["/console/matters", ours.staff],
    ["/portal", ours.client],
    ["/v1/matters", ""],
  ] as const) {
    const request = {
      method: "GET",
      url,
      headers: { cookie, authorization: `Token ${ours.firm.token}` },
      payload: "",
    }
    const harmless_ms = await cost(request)
    for (const [name, value] of [
      ["accept-language", long("en;q=0.1, ")],
      ["accept-language", long("- ")],
      ["accept-encoding", long("gzip;q=0, ")],
      ["if-none-match", long('W/"a", ')],
      ["range", `bytes=${long("0-1,")}`],
      ["cookie", `${cookie}; ${long("a=b; ")}`],
      ["cookie", `${cookie}; ${long("=; ")}`],
      ["accept", long("text/html;q=0.1, ")],
      ["x-forwarded-for", long("::1, ")],
    ] as const)
      slow.push(
        ...(await findSlow({ ...request, headers: { ...request.headers, [name]: value } }, harmless_ms)),
      )
    for (const query of ["a&", "a=1&", "%41&", "search=+", "q=[", "a[b]="])
      slow.push(...(await findSlow({ ...request, url: `${url}?${long(query)}` }, harmless_ms)))
  }
  assert.deepEqual(slow, [])
})

test("a form has at most 10,000 fields", () => {
  assert.equal(readForm("a&".repeat(10_000)).a?.length, 10_000)
  assert.throws(() => readForm("a=1&".repeat(10_001)), /more than 10,000 fields/)
  assert.deepEqual(
    { ...readForm("a&b=1+2%33&&=x&b=%E4%BD&c==") },
    { a: [""], b: ["1 23", "\ufffd"], "": ["x"], c: ["="] },
  )
})
