import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { program, runFoyer } from "../test/harness/foyer-program.ts"
import { literally } from "../test/harness/literally.ts"

test("the program prints its version, and its help points to the first steps and the operator's guide", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string }
  assert.deepEqual(await runFoyer(["--version"], {}), { code: 0, stdout: `${version}\n`, stderr: "" })
  const { code, stdout } = await runFoyer(["--help"], {})
  assert.equal(code, 0)
  for (const next of ["foyer configuration", "foyer firm create", "docs/operating.md"])
    assert.match(stdout, literally(next), next)
})

test("a command whose reader has read enough goes on to its end", async () => {
  const child = spawn(process.execPath, [...program, "configuration"], { stdio: ["ignore", "pipe", "pipe"] })
  child.stdout.destroy()
  let said = ""
  child.stderr.on("data", (text: Buffer) => (said += text))
  const [code] = await once(child, "close")
  assert.deepEqual([code, said], [0, ""])
})
