import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { anyCharacter } from "../../../../test/harness/any-character.ts"
import { encodeJson } from "./serializers.ts"

test("JSON text is encoded as UTF-8, whatever its characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) => {
      const json = JSON.stringify({ name })
      assert.deepEqual(encodeJson(json), Buffer.from(json))
    }),
    {
      numRuns: 1_000,
      examples: [["Łukasz"], ["李美玲"], ["é"], ["😀"], ["\ud83d"], ["Ł\udc00"], ["\uffff"]],
    },
  )
})
