import assert from "node:assert/strict"
import { suite, test } from "node:test"
import { sampleJpeg, samplePng } from "../../../test/harness/sample-pictures.ts"
import { readJpeg } from "../../platform/files/jpeg.ts"
import { readThumbnail } from "./thumbnails.ts"

suite("thumbnails", () => {
  test("a small JPEG is saved, stripped of metadata", () => {
    const remark = "where it was taken"
    const base64 = readThumbnail(sampleJpeg({ width: 96, height: 60, remark }).toString("base64")) ?? ""
    const bytes = Buffer.from(base64, "base64")
    const { width, height } = readJpeg(bytes) ?? {}
    assert.deepEqual([width, height, bytes.includes(remark)], [96, 60, false])
  })

  test("anything else is ignored", () => {
    const none = {
      nothing: Buffer.alloc(0),
      "a large one": sampleJpeg({ width: 97 }),
      "a heavy one": Buffer.concat([sampleJpeg(), Buffer.alloc(6_000)]),
      "another kind": samplePng(),
      "a broken one": sampleJpeg().subarray(0, 40),
    }
    for (const [name, bytes] of Object.entries(none))
      assert.equal(readThumbnail(bytes.toString("base64")), undefined, name)
  })
})
