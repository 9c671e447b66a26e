import assert from "node:assert/strict"
import { test } from "node:test"
import { role } from "../../../../../test/harness/definition-parts.ts"
import { sampleDefinition, sampleParts } from "../../../../../test/harness/sample-intake.ts"
import { Failure } from "../../../../platform/errors.ts"
import { readAll } from "./part-form.ts"
import { roleForm } from "./role-form.tsx"

const definition = sampleDefinition(sampleParts())
const [section] = definition.sections
assert.ok(section)
const executor = role("executor", "Executor")

const read = (typed: Record<string, string>) => {
  const form = Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, [value]]))
  return readAll(form, (reader) =>
    roleForm.read(reader, executor, { definition, section, approach: "planning" }),
  )
}

const faultsOf = (levels: string) => {
  try {
    return read({ role_description: "Trustee", levels }).levels
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.errors?.map(({ param, message }) => `${param}: ${message}`)
  }
}

test("a role has one to nine levels, and each other number is refused once", () => {
  assert.deepEqual(["1", "9"].map(faultsOf), [1, 9])
  for (const levels of ["", "0", "10", "few"])
    assert.deepEqual(faultsOf(levels), ["levels: “Levels” must be a whole number from 1 to 9."], levels)
})

test("a role is what its form says", () => {
  const all: Record<string, string> = {
    split: "on",
    several: "on",
    adults_only: "on",
    not_clients: "on",
    required: "on",
    active: "on",
  }
  const checked = Object.fromEntries(Object.keys(all).map((name) => [name, true]))
  const base = {
    levels: 2,
    role_description: { en: "Trustee", es: "Fiduciario" },
    help: "Pick.",
  }
  const typed = { levels: "2", role_description: "Trustee", role_description_es: "Fiduciario", help: "Pick." }
  assert.deepEqual(read({ ...typed, ...all }), { ...base, ...checked })
  for (const name of Object.keys(all)) {
    const { [name]: _, ...others } = all
    const is_optional = ["adults_only", "not_clients", "required"].includes(name)
    assert.deepEqual(
      read({ ...typed, ...others }),
      { ...base, ...checked, [name]: is_optional ? undefined : false },
      name,
    )
  }
})
