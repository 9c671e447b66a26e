import assert from "node:assert/strict"
import { test } from "node:test"
import { renderToString } from "preact-render-to-string"
import type { Field } from "./field.ts"
import { file, hidden, oneTimeCode, password } from "./unseen-fields.tsx"

const missing = "Enter it."
const htmlOf = (field: Field<unknown>, typed: string[]) =>
  renderToString(field.control({ id: "it", typed, error: undefined, show: () => null }))

test("passwords and codes are read as typed or trimmed, and never shown again", () => {
  const kinds: [Field<string>, string][] = [
    [password({ label: "Password", missing }), "  two words "],
    [oneTimeCode({ label: "Code", missing }), "two words"],
  ]
  for (const [field, value] of kinds) {
    assert.deepEqual(field.parse(["  two words "]), { value })
    for (const typed of [undefined, [], [""]])
      assert.deepEqual(field.parse(typed), { fault: { code: "required", message: missing } })
    assert.doesNotMatch(htmlOf(field, ["two words"]), /two words/)
    assert.equal(field.stored, undefined)
  }
  assert.deepEqual(password({ label: "Password" }).parse([""]), { value: "" })
})

test("a hidden field always sends the page's own value, and a file makes its form multipart", () => {
  assert.match(htmlOf(hidden("new"), ["old"]), /name="it" value="new"/)
  assert.deepEqual(hidden("new").parse(["old"]), { value: "old" })
  const picture = file({ label: "Picture", accept: ".png" })
  assert.equal(picture.is_file, true)
  assert.deepEqual(picture.parse(undefined), { value: undefined })
  assert.match(
    htmlOf(picture, ["old"]),
    /<input class="file-input" id="it" name="it" type="file" accept=".png"/,
  )
})
