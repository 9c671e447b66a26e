import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { DataTable, type DataTableProps } from "./components/data-table.tsx"
import { pageNumbers } from "./components/pagination.tsx"
import { renderPage } from "./page.tsx"
import { deriveTheme } from "./theme.ts"

const assets = { url: (name: string) => `/assets/${name}`, preloads: () => ["/assets/chunk-X.js"] }

test("a page is a complete document without inline script or style attributes", () => {
  const html = renderPage({
    assets,
    styles: "portal",
    lang: "es",
    title: "<Hola> & adiós",
    theme: deriveTheme("#7a1f3d"),
    nonce: "n0nce",
    islands: ["copy"],
    body: <main>{"<script>alert(1)</script>"}</main>,
  })
  assert.match(html, /^<!doctype html><html lang="es"><head><meta charset="utf-8"/)
  assert.match(html, /<title>&lt;Hola> &amp; adiós<\/title>/)
  assert.match(html, /<style nonce="n0nce">:root\{--brand:#7a1f3d;/)
  assert.match(html, /<link rel="modulepreload" href="\/assets\/chunk-X\.js"/)
  assert.deepEqual(html.match(/<script[^>]*>/g), ['<script type="module" src="/assets/copy.js">'])
  assert.doesNotMatch(html, / style=/)
})

test("a table says in its classes how it looks, and has no row for a column that is left out", () => {
  const show = (more: Partial<DataTableProps<string>>) => {
    const columns = [{ label: "Name", cell: (name: string) => name, primary: true }, false as const]
    const table = (
      <DataTable caption="People" columns={columns} records={["Ada", "Bea"]} id={(name) => name} {...more} />
    )
    return renderPage({
      assets,
      styles: "console",
      lang: "en",
      title: "x",
      theme: deriveTheme("#7a1f3d"),
      body: table,
    })
  }
  const classOf = (more: Partial<DataTableProps<string>>) => /<table class="([^"]*)"/.exec(show(more))?.[1]
  assert.equal(classOf({}), "data-table")
  assert.equal(classOf({ compact: true }), "data-table data-table-compact")
  assert.equal(classOf({ flowing: true }), "data-table data-table-flowing")
  const html = show({ isMuted: (name) => name === "Bea" })
  assert.deepEqual(html.match(/<tr[^>]*>/g)?.slice(1), [
    '<tr role="row" id="Ada">',
    '<tr role="row" id="Bea" class="row-muted">',
  ])
  assert.equal(html.match(/<th\b/g)?.length, 1 + 2, "a heading, and a name in each row")
  assert.match(show({ records: [], empty: <p>No one</p> }), /<p>No one<\/p>/)
  assert.match(show({ records: [] }), /<table/)
})

test("a page without a nonce has no style element", () => {
  const page = { assets, styles: "console", lang: "en", title: "x", body: null } as const
  assert.doesNotMatch(renderPage({ ...page, theme: deriveTheme("#7a1f3d") }), /<style/)
})

test("pagination shows the first, last and adjacent pages, and never a gap of a single page", () => {
  assert.deepEqual(pageNumbers(4, 13), [1, 2, 3, 4, 5, null, 13])
  assert.deepEqual(pageNumbers(7, 13), [1, null, 6, 7, 8, null, 13])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (a, b) => {
      const [current, pages] = [Math.min(a, b), Math.max(a, b)]
      const shown = pageNumbers(current, pages)
      for (const page of [1, pages, current]) assert.ok(shown.includes(page))
      assert.ok(shown.length <= 9)
      shown.forEach((page, index) => {
        if (page === null)
          assert.ok((shown[index + 1] ?? 0) - (shown[index - 1] ?? 0) > 2, JSON.stringify(shown))
      })
    }),
  )
})
