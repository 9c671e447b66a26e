import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { conditionHolds } from "../conditions/conditions.ts"
import { fitsQuestion, parseAnswer } from "../values/values.ts"
import { website } from "./website.ts"

function read(typed: string): unknown {
  const parsed = parseAnswer({ type: "website" }, typed, "")
  return parsed.kind === "value" ? parsed.value : parsed.kind === "fault" ? parsed.fault.code : parsed.kind
}

test("a website is stored as its whole address, whichever part of it was typed", () => {
  const stored: Record<string, string> = {
    "ruiz-bakery.example": "https://ruiz-bakery.example",
    " www.Ruiz.Example/ ": "https://www.ruiz.example",
    "HTTP://Ruiz.example/Menu?day=Mon#Top": "http://ruiz.example/Menu?day=Mon#Top",
    "https:ruiz.example": "https://ruiz.example",
    "//ruiz.example/a": "https://ruiz.example/a",
    "<https://ruiz.example/a>": "https://ruiz.example/a",
    "ruiz.example.": "https://ruiz.example",
    "ruiz.example:8443/shop": "https://ruiz.example:8443/shop",
    "192.0.2.7:3000": "https://192.0.2.7:3000",
    "http://[2001:db8::7]:80/x": "http://[2001:db8::7]:80/x",
    "https://Peña.example/ñandú": "https://peña.example/ñandú",
    "例え。テスト": "https://例え.テスト",
    "xn--pea-8ma.example": "https://xn--pea-8ma.example",
    "ruiz\u200b.example": "https://ruiz.example",
    "ruiz.example/a@b": "https://ruiz.example/a@b",
  }
  for (const [typed, value] of Object.entries(stored)) assert.equal(read(typed), value, typed)
  for (const typed of ["", "  ", "\u200b"]) assert.equal(read(typed), "empty")
})

test("what is no page of the web is refused, by what is wrong with it", () => {
  const refused: Record<string, readonly string[]> = {
    website_not_on_web: [
      ...[
        "javascript:alert(1)",
        "JavaScript://ruiz.example/%0aalert(1)",
        "data:text/html,x",
        "ftp://ruiz.example",
      ],
      ...[
        "mailto:ada@ruiz.example",
        "java\u200bscript:alert(document.domain)",
        "file:///etc/passwd",
        "ruiz.example:x",
        "ada:secret@ruiz.example",
        "blob:https://a.example",
      ],
    ],
    website_has_sign_in: ["https://ada@ruiz.example", "ada@ruiz.example", "ada＠ruiz.example"],
    website_incomplete: [
      ...[
        "ruiz",
        "localhost:8080",
        "our bakery",
        "ruiz.example and others",
        "https://",
        "http://?q=1",
        "#menu",
      ],
      ...["ruiz..example", "-ruiz.example", "ruiz.1", "1.2.3", "256.1.1.1", "ruiz.example:99999"],
      ...["javascript:1", "[::1", "ru_iz.example", "ruiz.example/\ud800", "ruiz.example/\ue000"],
    ],
    text_too_long: [
      `ruiz.example/${"a".repeat(2_000)}`,
      `ruiz.example/${"a".repeat(1_985)}`,
      "a".repeat(100_000),
    ],
  }
  for (const [code, all] of Object.entries(refused))
    for (const typed of all) assert.equal(read(typed), code, typed.slice(0, 80))
})

test("whatever is accepted leads to a page of the web, and is accepted again", () => {
  const one = (...parts: string[]) => fc.constantFrom(...parts)
  const typed = fc.tuple(
    one("", "", "//", "http://", "https:/", "HTTPS:\\\\", "javascript:", "javascript://", "xn--"),
    one("", "", "", "", "", "a@", "a:b@", "＠"),
    fc.array(one("a", "ñ", "web", "a", "b", "shop", ".", "。", "-", "1", "[::1]", "😀", "\u200b"), {
      maxLength: 4,
    }),
    one("", ".example", ".example", ".example", ".example:1", ".example:javascript"),
    fc.array(one("/", "#", "?", "%", '"', "<", "@", "\\", ":", "é", " ", "//", "javascript:"), {
      maxLength: 3,
    }),
  )
  let accepted = 0
  fc.assert(
    fc.property(typed, (parts) => {
      const value = read(parts.flat().join(""))
      if (typeof value !== "string" || !value.includes(":")) return
      accepted++
      const url = new URL(website.linkTo?.(value) ?? "")
      assert.ok(["http:", "https:"].includes(url.protocol) && url.username === "" && url.password === "")
      assert.match(value, /^https?:\/\/[^\s]+$/)
      assert.ok(fitsQuestion({ type: "website" }, value))
    }),
    { numRuns: 500 },
  )
  assert.ok(accepted > 20, String(accepted))
})

test("a condition finds a website with or without what begins it", () => {
  const holds = (is: string) =>
    conditionHolds(
      { question: "q", is },
      () => "https://ruiz.example",
      () => website.comparedAs,
    )
  assert.deepEqual(["ruiz.example", "https://Ruiz.example/", "http://ruiz.example"].map(holds), [
    true,
    true,
    true,
  ])
  assert.equal(holds("ruiz.example/shop"), false)
})
