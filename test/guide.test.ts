// The guide at /docs/guide: whole, short, with pictures that exist and links that lead somewhere, for everyone.

import assert from "node:assert/strict"
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { test } from "node:test"
import { marked, type Tokens } from "marked"
import { searchEntries } from "../server/sites/guide/page.tsx"
import { listAudiences } from "../server/sites/guide/pages.ts"
import { idOf } from "../server/sites/reference/markdown.tsx"
import { rank } from "../server/sites/reference/search-entries.ts"
import { assertNone } from "./harness/assert-each.ts"
import { expectNoAxeViolations, expectNoSidewaysScroll } from "./harness/browser.ts"
import { openServiceAndBrowser } from "./harness/service-and-browser.ts"

const { service, browser } = await openServiceAndBrowser()
const pages = listAudiences().flatMap(({ pages }) => pages)
const texts = globSync(["*.md", "{docs,ops,demo,bench,sdk}/**/*.md"])
const pictures = "docs/guides/pictures"

interface TextParts {
  links: string[]
  images: string[]
  ids: string[]
}

function partsOf(file: string): TextParts {
  const parts: TextParts = { links: [], images: [], ids: [] }
  const tokens = marked.lexer(readFileSync(file, "utf8"))
  void marked.walkTokens(tokens, (token) => {
    if (token.type === "link") parts.links.push(token.href)
    if (token.type === "image") parts.images.push(token.href)
    if (token.type === "heading") parts.ids.push(idOf(token as Tokens.Heading))
  })
  return parts
}

test("every link from one text of the repository to another leads to a file and a heading that exist", () => {
  const parts = new Map(texts.map((file) => [file, partsOf(file)]))
  const broken = [...parts].flatMap(([file, { links, images }]) =>
    [...links, ...images]
      .filter((href) => !/^([a-z]+:|\/)/.test(href))
      .filter((href) => {
        const [path = "", id] = href.split("#")
        const target = path === "" ? file : join(dirname(file), path)
        return !existsSync(target) || (id !== undefined && !parts.get(target)?.ids.includes(id))
      })
      .map((href) => `${file}: ${href}`),
  )
  assert.deepEqual(broken, [])
  assert.ok([...parts.values()].flatMap(({ links }) => links).length > 100)
})

test("the table at the top of the operator's guide leads to each of its sections", () => {
  const [top = ""] = readFileSync("docs/operating.md", "utf8").split("\n## ")
  const led = [...top.matchAll(/\(#([^)]+)\)/g)].map(([, id = ""]) => id)
  assert.deepEqual(new Set(led), new Set(partsOf("docs/operating.md").ids.slice(1)))
})

test("every guide of the repository is a page, and every page is short", () => {
  const files = globSync("docs/guides/{staff,authors,operators}/*.md")
  const paths = files.map((file) => file.replace(/^.*\/(.+)\.md$/, "/docs/guide/$1"))
  assertNone(paths, (path) => !pages.some((page) => page.path === path))
  assert.equal(new Set(pages.map(({ path }) => path)).size, pages.length)
  const long = files.filter((file) => readFileSync(file, "utf8").split(/\s+/).length > 700)
  assert.deepEqual(long, [])
})

test("every picture that a text names exists, is small, and none is left over", () => {
  const named = texts.flatMap((file) => partsOf(file).images.map((href) => join(dirname(file), href)))
  const needed = named.flatMap((path) =>
    path.endsWith("-360.webp") || path.endsWith("/readme.webp")
      ? [path]
      : [path, path.replace(".webp", "-360.webp")],
  )
  const existing = readdirSync(pictures).map((name) => `${pictures}/${name}`)
  assert.deepEqual(existing.toSorted(), [...new Set(needed)].toSorted())
  assertNone(existing, (path) => statSync(path).size > 60_000)
})

test("the previous and the next page lead through the whole guide, from its start, which names every page", async () => {
  const start = (await service.app.inject("/docs/guide")).body
  assertNone(pages, ({ path, about }) => !start.includes(`<dt><a href="${path}">`) || about === "")
  const walked: string[] = []
  for (let path = pages[0]?.path; path; ) {
    walked.push(path)
    const { body } = await service.app.inject(path)
    assert.equal(/<a href="([^"]+)" rel="prev"/.exec(body)?.[1], walked.at(-2), path)
    path = /<a href="([^"]+)" rel="next"/.exec(body)?.[1]
  }
  assert.deepEqual(
    walked,
    pages.map(({ path }) => path),
  )
})

test("a link to a file that the guide doesn't show is only words, and one to its pages leads to a page", async () => {
  const { body } = await service.app.inject("/docs/guide/operating")
  assert.doesNotMatch(body, /href="[^"]*\.md|decisions\//)
  assert.match(body, /\(decision 91\)/)
  assert.match(body, /<a href="\/docs\/guide\/scaling">/)
  const comparison = (await service.app.inject("/docs/guide/comparison")).body
  assert.match(comparison, /<a href="\/docs\/guides\/decisionvault">/)
  for (const path of ["nothing", "pictures/nothing.webp", "pictures/..%2F..%2Foperating.md"])
    assert.equal((await service.app.inject(`/docs/guide/${path}`)).statusCode, 404, path)
})

test("the search finds a section by words that only its text has", () => {
  const entries = searchEntries()
  const found = (words: string) => rank(entries, words).map(({ href }) => href)
  assert.ok(found("legal hold").includes("/docs/guide/complete#delete"))
  assert.ok(found("FOYER_TRUST_PROXY").includes("/docs/guide/run-foyer#install"))
  assert.equal(found("foyerdiskfull")[0], "/docs/guide/foyer-disk-full")
  assert.deepEqual(found("zzz"), [])
})

test("the guide is accessible, wide and narrow, light and dark, without script, and prints its text alone", async () => {
  for (const [path, options] of [
    ["/docs/guide", { width: 390, dark: true }],
    ["/docs/guide/review", { width: 1280, javascript: false }],
    ["/docs/guide/operating", { width: 1280, dark: true }],
  ] as const) {
    const page = await browser.newPage({ ...options, base_url: service.base_url })
    await page.goto(path)
    await expectNoAxeViolations(page)
    await page.context().close()
  }
  const page = await browser.newPage({ width: 320, base_url: service.base_url })
  for (const path of ["/docs/guide", "/docs/guide/a-day", "/docs/guide/operating", "/docs/guide/scaling"]) {
    await page.goto(path)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto("/docs/guide/what-clients-see")
  const odd = await page.evaluate(() =>
    [...document.images]
      .filter((image) => `${image.naturalWidth}x${image.naturalHeight}` !== `${image.width}x${image.height}`)
      .map(({ src, naturalWidth, width }) => `${src}: ${naturalWidth} shown as ${width}`),
  )
  assert.deepEqual(odd, [])
  await page.emulateMedia({ media: "print" })
  assert.ok(!(await page.isVisible(".reference-side")) && !(await page.isVisible(".reference-turn")))
  assert.ok(await page.isVisible("h1"))
})
