// The documentation at /docs: complete, without broken links, accessible, and usable with keys and without script.

import assert from "node:assert/strict"
import { createHmac } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { before, test } from "node:test"
import type { Page } from "playwright-core"
import { listOperations, type Operation } from "../server/sites/reference/document.ts"
import { fieldsOfAny } from "../server/sites/reference/fields.ts"
import { guide } from "../server/sites/reference/guide.ts"
import type { SearchEntry } from "../server/sites/reference/search-entries.ts"
import { sampleDelivery, sampleSecret } from "../server/sites/reference/webhooks.ts"
import { assertEach, assertNone } from "./harness/assert-each.ts"
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openBrowser,
  type TestBrowser,
} from "./harness/browser.ts"
import { literally } from "./harness/literally.ts"
import { provideService } from "./harness/service.ts"

const service = provideService({ listen: true })
let operations: Operation[]
let entries: SearchEntry[]
before(async () => {
  operations = listOperations((await service.app.inject("/v1/openapi.json")).json())
  entries = (await service.app.inject("/docs/search.json")).json()
})

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)

/** Every page of the documentation that the reference leads to. */
async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const paths = ["/docs"]
  for (const path of paths) {
    const response = await service.app.inject(path)
    assert.equal(response.statusCode, 200, path)
    assert.match(String(response.headers["content-security-policy"]), /^default-src 'self'; /)
    pages.set(path, response.body)
    for (const [, next = ""] of response.body.matchAll(/href="(\/docs[^"#]*)/g))
      if (!paths.includes(next)) paths.push(next)
  }
  return pages
}

test("no link of the documentation or its search is broken, and no page loads anything from elsewhere", async () => {
  const pages = await readPages()
  const targets = new Set<string>()
  for (const [path, html] of pages) {
    const ids = idsIn(html)
    assert.equal(new Set(ids).size, ids.length, `${path} uses an id twice`)
    for (const id of ["", ...ids]) targets.add(id ? `${path}#${id}` : path)
    assert.doesNotMatch(
      html,
      /<script(?! type="module" src="\/assets\/)|(src|href)="(?!\/|#|data:,|https:\/\/)/,
      path,
    )
    assert.doesNotMatch(html, /<(img|link|script)[^>]+(src|href)="https?:/, path)
  }
  const links = [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/href="(\/docs[^"]*|#[^"]+)"/g)].map(([, href = ""]) =>
      href.startsWith("#") ? path + href : href,
    ),
  )
  const broken = [...links, ...entries.map(({ href }) => href)].filter((href) => !targets.has(href))
  assert.deepEqual([...new Set(broken)], [])
  assert.ok(links.length > 100 && entries.length > 60)
})

test("the reference shows every operation with a request in each language and a response, and every chapter", async () => {
  const read = async (path: string) => {
    const html = (await service.app.inject(path)).body
    assert.doesNotMatch(html, /foyer\.example/, "examples name this installation")
    assert.doesNotMatch(html, /If-None-Match: /, "a made-up tag helps no one")
    return html
  }
  const start = await read("/docs")
  for (const { id } of guide) assert.match(start, literally(`id="${id}"`))
  for (const path of new Set(operations.map(({ href }) => href.split("#")[0] ?? ""))) {
    const html = await read(path)
    const own = operations.filter(({ href }) => href.startsWith(`${path}#`))
    for (const { id } of own) assert.match(html, literally(`<article class="reference-operation" id="${id}"`))
    for (const language of ["curl", "typescript", "python"])
      assert.equal(html.split(`data-language="${language}"`).length, own.length + 1, language)
  }
})

test("assistants find every page as Markdown, with every operation, field, and code", async () => {
  const list = await service.app.inject("/llms.txt")
  assert.match(String(list.headers["content-type"]), /^text\/plain; charset=utf-8/)
  const urls = [...list.body.matchAll(/\]\((\S+)\)/g)].map(([, url = ""]) => url)
  const paths = urls.map((url) => url.replace(service.base_url, ""))
  const pages = [...(await readPages()).keys()].filter((path) => !path.startsWith("/docs/guide/"))
  assert.deepEqual(
    paths.toSorted(),
    [
      ...pages.filter((path) => path !== "/docs/guide").map((path) => `${path}.md`),
      "/v1/openapi.json",
    ].toSorted(),
  )
  const texts = new Map<string, string>()
  for (const path of paths.filter((one) => one.endsWith(".md"))) {
    const { statusCode, headers, body } = await service.app.inject(path)
    assert.equal(statusCode, 200, path)
    assert.match(String(headers["content-type"]), /^text\/markdown; charset=utf-8/)
    assert.match(body, /^# \S/, path)
    assert.equal((body.match(/^```/gm) ?? []).length % 2, 0, `${path} has a block that does not end`)
    assert.doesNotMatch(body, /foyer\.example|intake\.firm\.example|^```(sample|recipe)|undefined/m, path)
    texts.set(path, body)
  }
  for (const { href, summary, method, path, parameters } of operations) {
    const text = texts.get(`${href.split("#")[0]}.md`) ?? ""
    assert.match(text, literally(`## ${summary}\n\n\`${method.toUpperCase()} ${path}\``))
    for (const { name } of parameters) assert.match(text, literally(`- \`${name}\` (`))
  }
  for (const { title } of entries.filter(({ kind }) => /^(Error|Fault|Event)/.test(kind)))
    assert.match(texts.get("/docs.md") ?? "", literally(`- \`${title}\``))
  assert.equal((await service.app.inject("/docs/nothing.md")).statusCode, 404)
  assert.equal((await service.app.inject("/docs/nothing")).statusCode, 404)
})

test("the sample delivery is signed by the secret beside it, as the text says", () => {
  const [head = "", body = ""] = sampleDelivery.split("\n\n")
  const header = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1] ?? ""
  const key = Buffer.from(sampleSecret.replace("whsec_", ""), "base64")
  const signed = `${header("webhook-id")}.${header("webhook-timestamp")}.${body}`
  assert.equal(header("webhook-signature"), `v1,${createHmac("sha256", key).update(signed).digest("base64")}`)
  assert.equal(JSON.parse(body).event_id, header("webhook-id"))
})

test("every guide has a page with its title, and the changes are those of the API", async () => {
  const reference = (await service.app.inject("/docs")).body
  for (const file of globSync("docs/guides/*.md")) {
    const path = `/${file.replace(/\.md$/, "")}`
    const [, title = ""] = /^# (.+)$/m.exec(readFileSync(file, "utf8")) ?? []
    assert.match(reference, literally(`href="${path}"`), "the contents lead there")
    assert.equal((await service.app.inject(path)).body.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1], title, path)
  }
  assert.equal((await service.app.inject("/docs/guides/nothing")).statusCode, 404)
  const changes = (await service.app.inject("/docs/changes")).body
  assert.match(changes, literally("<li>Past submissions (<code>?submission=N</code>)"))
  assert.doesNotMatch(changes, /Single sign-on/)
})

test("the workflow for n8n is whole, and its requests are operations of the API", () => {
  const { nodes, connections } = JSON.parse(readFileSync("docs/guides/recipes/n8n.json", "utf8")) as Workflow
  const names = nodes.map(({ name }) => name)
  const targets = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node))
  assertNone([...Object.keys(connections), ...targets], (name) => !names.includes(name))
  assert.deepEqual(names.toSorted(), [nodes[0]?.name, ...targets].toSorted(), "every node is reached once")
  assertEach(nodes, ({ type }) => type.split(".").at(-1), [
    "webhook",
    ...["httpRequest", "httpRequest", "httpRequest", "splitOut", "httpRequest"],
  ])
  const paths = nodes.flatMap(({ parameters: { url = "" } }) =>
    url.startsWith("=https://intake.firm.example/") ? [url.replace(/^=https:\/\/[^/]+/, "")] : [],
  )
  assert.equal(paths.length, 3)
  const known = operations.map(({ path }) => path.replace(/^(?!\/v1)/, "/v1").replace(/\{\w+\}/, "{}"))
  assertNone(
    paths.map((path) => path.replace(/\{\{.*?\}\}/, "{}")),
    (path) => !known.includes(path),
  )
  const files = operations.find(({ id }) => id === "listDocuments")?.success.schema ?? {}
  const fields = fieldsOfAny(files).map(({ name }) => name)
  const list = nodes.find(({ name }) => name === "Each document")?.parameters.fieldToSplitOut ?? ""
  assert.ok(fields.includes(list) && fields.includes(`${list}[].download_url`), fields.join())
})

interface Workflow {
  nodes: { name: string; type: string; parameters: { url?: string; fieldToSplitOut?: string } }[]
  connections: Record<string, { main: { node: string }[][] }>
}

test("the search finds operations by their fields, error codes, and events", () => {
  const titles = (kind: RegExp, word: string) =>
    entries.filter((entry) => kind.test(entry.kind) && `${entry.title} ${entry.words}`.includes(word)).length
  assert.equal(entries.filter(({ kind }) => kind.includes(" /")).length, operations.length)
  assert.equal(titles(/^GET \/v1\/matters\/\{matter_id\}\/assets$/, "net_value"), 1)
  assert.equal(titles(/^Error 429$/, "rate_limited"), 1)
  assert.equal(titles(/^Fault of a 400$/, "private_address"), 1)
  assert.equal(titles(/^Event$/, "intakeform.completed"), 1)
})

test("the documentation is accessible on every screen, with and without script", async () => {
  await withBrowser(async (browser) => {
    for (const [path, options] of [
      ["/docs", { width: 1280, javascript: false }],
      ["/docs/matters", { width: 1280, javascript: false }],
      ["/docs/webhooks", { width: 390, dark: true }],
      ["/docs/guides/decisionvault", { width: 1280, dark: true }],
      ["/docs/guides/automation", { width: 390, javascript: false }],
    ] as const) {
      const page = await browser.newPage(options)
      await page.goto(service.base_url + path)
      await expectNoAxeViolations(page)
    }
    const narrow = await browser.newPage({ width: 320 })
    for (const path of ["/docs", "/docs/matters", "/docs/guides/automation", "/docs/changes"]) {
      await narrow.goto(service.base_url + path)
      await expectNoSidewaysScroll(narrow)
    }
  })
})

test("samples appear in the language chosen last, on the next page too, and without script", async () => {
  await withBrowser(async (browser) => {
    const page = await browser.newPage()
    await page.goto(`${service.base_url}/docs/matters`)
    assert.deepEqual(await shownLanguages(page), ["curl"])
    await page.focus("#listMatters fieldset input")
    await page.keyboard.press("ArrowRight")
    assert.deepEqual(await shownLanguages(page), ["typescript"])
    await page.reload()
    assert.deepEqual(await shownLanguages(page), ["typescript"])

    const plain = await browser.newPage({ javascript: false })
    await plain.goto(`${service.base_url}/docs/matters`)
    await plain.check("#getMatter [value=python]", { force: true })
    assert.ok(await plain.isVisible("#getMatter [data-language=python]"))
    assert.ok(!(await plain.isVisible("#getMatter [data-language=curl]")))
    assert.ok(!(await plain.isVisible("#search")), "nothing shows that does nothing")
  })
})

test("a slash opens the search, whose results are chosen by arrow keys; the contents mark the section", async () => {
  await withBrowser(async (browser) => {
    const page = await browser.newPage()
    await page.goto(`${service.base_url}/docs`)
    await page.keyboard.press("/")
    await page.keyboard.type("net_value")
    await page.waitForSelector(".reference-found a")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/docs\/matters#listAssets$/)
    await page.waitForSelector(".reference-wide a[href='#listAssets'][aria-current]")
    assert.equal(await page.locator(".reference-wide [aria-current]").count(), 1)
  })
})

test("a bookmark of an operation from when all stood on one page still leads to it", async () => {
  await withBrowser(async (browser) => {
    const page = await browser.newPage()
    await page.goto(`${service.base_url}/docs#createSubscription`)
    await page.waitForURL(/\/docs\/webhooks#createSubscription$/)
  })
})

test("the button copies the code that shows", async () => {
  await withBrowser(async (browser) => {
    const page = await browser.newPage()
    await page.goto(`${service.base_url}/docs/matters`)
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
    await page.check("#listMatters [value=python]", { force: true })
    await page.click("#listMatters .reference-samples .reference-copy")
    await page.waitForSelector(".reference-copy:text('Copied')")
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(copied, /^import json, os, urllib\.request\n[\s\S]+refusal\.read\(\)\.decode\(\)\)$/)
  })
})

function shownLanguages(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() => {
    const sections = [...document.querySelectorAll<HTMLElement>(".reference-operation [data-language]")]
    return [...new Set(sections.filter((one) => one.checkVisibility()).map((one) => one.dataset.language))]
  })
}

async function withBrowser(work: (browser: TestBrowser) => Promise<void>): Promise<void> {
  const browser = await openBrowser()
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}
