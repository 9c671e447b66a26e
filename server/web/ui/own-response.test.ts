import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { parseBody } from "./own-response.ts"

const browser = globalThis as { DOMParser?: unknown }
before(() => {
  browser.DOMParser = class {
    parseFromString = (text: string) => text
  }
})
after(() => {
  delete browser.DOMParser
})

test("a fetched page is parsed without its head, and a text without a body entirely", () => {
  const body = '<body class="portal"><main>Saved</main></body></html>'
  assert.equal(parseBody(`<html><head><style nonce="other">p {}</style></head>${body}`), body)
  assert.equal(parseBody("Bad Gateway"), "Bad Gateway")
})
