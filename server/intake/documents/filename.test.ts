import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { anyCharacter } from "../../../test/harness/any-character.ts"
import { cleanFilename, extensionOf } from "./filename.ts"

test("ordinary names stay unchanged", () => {
  for (const name of [
    "O’Neil-Ștefănescu.pdf",
    "Nguyễn Văn A – deed (2).docx",
    "遺言書.pdf",
    "👩‍👧 family.jpg",
    "a.b.c.txt",
    "x",
  ]) {
    assert.equal(cleanFilename(name), name.normalize("NFC"))
  }
  assert.equal(cleanFilename("re\u0301sume\u0301.pdf"), "r\u00e9sum\u00e9.pdf")
})

test("folders, controls, invisible marks and risky dots are removed", () => {
  const cleaned: Record<string, string> = {
    "C:\\fakepath\\deed.pdf": "deed.pdf",
    "../../etc/passwd": "passwd",
    "invoice\u202efdp.exe": "invoicefdp.exe",
    "a\r\nSet-Cookie: x.pdf": "a Set-Cookie: x.pdf",
    "\u200b\ufeffdeed\0.pdf": "deed.pdf",
    "  deed.pdf. ": "deed.pdf",
    ".htaccess": "document.htaccess",
    "deed .pdf": "deed.pdf",
    ".pdf": "document.pdf",
    "..": "document",
    "": "document",
    "folder/": "document",
    "\ud800.pdf": "document.pdf",
  }
  for (const [name, clean] of Object.entries(cleaned))
    assert.equal(cleanFilename(name), clean, JSON.stringify(name))
})

test("any cleaned name is short, visible and without folders, and cleaning it again changes nothing", () => {
  const awkward = fc.constantFrom(
    ".",
    " ",
    "/",
    "\\",
    "\u202e",
    "\u0301",
    "e",
    "\u200b",
    "🏡",
    "\0",
    "\ud83c",
    "pdf",
  )
  const name = fc
    .array(fc.oneof(awkward, fc.string({ unit: anyCharacter, maxLength: 3 })), { maxLength: 300 })
    .map((all) => all.join(""))
  fc.assert(
    fc.property(name, (given) => {
      const clean = cleanFilename(given)
      assert(clean.length > 0 && [...clean].length <= 200)
      assert(clean.isWellFormed())
      assert.doesNotMatch(clean, /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|^[.\s]|[.\s]$/u)
      assert.equal(clean, clean.normalize("NFC"))
      assert.equal(cleanFilename(clean), clean)
    }),
    { numRuns: 2000 },
  )
})

test("a long name keeps its extension", () => {
  const clean = cleanFilename(`${"ж".repeat(400)}.docx`)
  assert.equal([...clean].length, 200)
  assert.equal(extensionOf(clean), "docx")
})

test("the extension is what follows the last dot, in lower case", () => {
  const endings = {
    "A.PDF": "pdf",
    "a.tar.gz": "gz",
    noending: "",
    ".pdf": "",
    "a.": "",
    "a.p df": "",
    "..pdf": "",
  }
  for (const [name, ending] of Object.entries(endings)) assert.equal(extensionOf(name), ending, name)
})
