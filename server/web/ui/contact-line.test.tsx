import assert from "node:assert/strict"
import { test } from "node:test"
import { renderToString } from "preact-render-to-string"
import { ContactLine } from "./components/contact-line.tsx"

const links = (text: string) =>
  [...renderToString(<ContactLine text={text} />).matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(
    ([, href, words]) => [href, words],
  )

test("phone numbers and email addresses become links, and the text stays unchanged", () => {
  const line = "Noor Haddad, (202) 555-0117, intake@hartwell.example."
  assert.deepEqual(links(line), [
    ["tel:2025550117", "(202) 555-0117"],
    ["mailto:intake@hartwell.example", "intake@hartwell.example"],
  ])
  assert.equal(renderToString(<ContactLine text={line} />).replace(/<[^>]*>/g, ""), line)
  assert.deepEqual(links("+44 20 7946 0018 or 555.0142.99"), [
    ["tel:+442079460018", "+44 20 7946 0018"],
    ["tel:555014299", "555.0142.99"],
  ])
})

test("other numbers and symbols stay plain text", () => {
  for (const line of ["Suite 1200, Mon–Fri 9–17", "12 Elm Street, 62701", "a@b", "@ 5 & <b>", ""])
    assert.deepEqual(links(line), [], line)
})
