import assert from "node:assert/strict"
import { test } from "node:test"
import { renderToString } from "preact-render-to-string"
import { Preview } from "../../../documents/console/files.tsx"

test("a picture and a PDF have a preview, each in its own element, and a Word file has none", () => {
  const show = (filename: string) =>
    renderToString(<Preview matter_id="m" file={{ document_id: "d", filename }} />)
  assert.match(show("Deed.png"), /<img [^>]*src="\/console\/matters\/m\/documents\/d\/preview"/)
  assert.match(show("Deed.pdf"), /<iframe [^>]*src="\/console\/matters\/m\/documents\/d\/preview"/)
  assert.doesNotMatch(show("Deed.pdf"), /<img/)
  assert.equal(show("Deed.docx"), "")
})
