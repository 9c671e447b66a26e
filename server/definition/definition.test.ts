import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import Value from "typebox/value"
import { planning } from "../../test/harness/templates.ts"
import { Definition } from "./definition.ts"
import { clientsSectionOf, fieldsOfClient } from "./parts.ts"
import { personFields } from "./people/person-fields.ts"
import { QuestionnaireFile } from "./questionnaire-file.ts"

test("a definition passes through a route unchanged, its conditions included", async () => {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } })
  app.post("/", { schema: { body: Definition, response: { 200: Definition } } }, (request) => request.body)
  const response = await app.inject({ method: "POST", url: "/", payload: planning.definition })
  assert.deepEqual(response.json(), JSON.parse(JSON.stringify(planning.definition)))
  await app.close()
})

test("the schema rejects unknown formats, properties and section kinds", () => {
  assert.ok(Value.Check(QuestionnaireFile, planning))
  assert.ok(!Value.Check(QuestionnaireFile, { ...planning, format: "other" }))
  assert.ok(!Value.Check(Definition, { sections: [], extra: true }))
  assert.ok(!Value.Check(Definition, { sections: [{ id: "x", kind: "poems", title: "Poems" }] }))
})

test("the clients section asks each person only the fields that concern them, names first", () => {
  const section = clientsSectionOf(planning.definition)
  assert.ok(section)
  const all = Object.fromEntries(personFields.map((field) => [field, "required"]))
  const everything = { ...section, fields: all, representative_fields: all }
  const fieldsFor = (person: Parameters<typeof fieldsOfClient>[1]) =>
    fieldsOfClient(everything, person).map(({ field }) => field)
  assert.deepEqual(fieldsFor("subject"), personFields)
  assert.ok(!fieldsFor("main").includes("date_of_death") && fieldsFor("main").includes("marital_status"))
  assert.ok(!fieldsFor("partner").includes("marital_status"))
  assert.deepEqual(fieldsOfClient({ ...section, fields: { last_name: "optional" } }, "main"), [
    { field: "first_name", required: true },
    { field: "last_name", required: false },
  ])
})
