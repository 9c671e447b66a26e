import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { runFoyer } from "../test/harness/foyer-program.ts"

test("the program tells its version, and where an operator goes on from its help", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
  assert.deepEqual(await runFoyer(["--version"], {}), { code: 0, stdout: `${version}\n`, stderr: "" })
  const { code, stdout } = await runFoyer(["--help"], {})
  assert.equal(code, 0)
  for (const next of ["foyer configuration", "foyer firm create", "docs/operating.md"])
    assert.ok(stdout.includes(next), next)
})
