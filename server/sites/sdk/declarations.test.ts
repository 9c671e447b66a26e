import assert from "node:assert/strict"
import { test } from "node:test"
import { declareRecord, typeOf } from "./declarations.ts"

test("every kind of schema has its type", () => {
  const types = [
    typeOf({ $ref: "#/components/schemas/Matter" }),
    typeOf({ type: "integer" }),
    typeOf({ type: "string", enum: ["a", 'b"'] }),
    typeOf({ const: "removed", type: "string" }),
    typeOf({ type: ["string", "null"] }),
    typeOf({ anyOf: [{ type: "integer" }, { type: "number" }, { type: "null" }] }),
    // A list that may grow.
    typeOf({ type: "string", "x-extensible-enum": ["a"] }),
    typeOf({ type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } }),
    typeOf({ type: "object", additionalProperties: { type: "boolean" } }),
    typeOf({ type: "object" }),
    typeOf({ allOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }),
    typeOf({}),
  ]
  assert.deepEqual(types, [
    ...["Matter", "number", '"a" | "b\\""', '"removed"', "string | null", "number | null"],
    ...['"a" | (string & {})', "Array<string | null>", "Record<string, boolean>", "Record<string, unknown>"],
    ...["(A) & (B)", "unknown"],
  ])
  assert.throws(() => typeOf({ type: "file" }), /no type/)
})

test("a record has its comments, and says what may be left out", () => {
  const schema = {
    type: "object",
    description: "One\nthing */ alert()",
    required: ["id"],
    properties: { id: { type: "string" }, "with-dash": { type: "boolean", description: "Odd." } },
  }
  assert.equal(
    declareRecord("Thing", schema),
    '/** One thing *\\/ alert() */\nexport type Thing = {\n  id: string\n  /** Odd. */\n  "with-dash"?: boolean | undefined\n}\n',
  )
})
