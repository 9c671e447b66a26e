import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { program, runFoyer } from "../test/harness/foyer-program.ts"
import { literally } from "../test/harness/literally.ts"
import { newFolder } from "../test/harness/new-folder.ts"

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

test("settings come from a file, variables that are set go first, and a missing file is named", async (t) => {
  const folder = newFolder("foyer-settings-", t)
  const path = join(folder, "settings")
  writeFileSync(
    path,
    "# of this machine\nPORT=many\nFOYER_MAIL_FROM=Foyer <nobody>\nFOYER_OIDC_NAME='Key # 1'\n",
  )
  const { code, stdout, stderr } = await runFoyer(["doctor"], { FOYER_SETTINGS: path, PORT: "few" })
  assert.equal(code, 2)
  assert.match(stdout + stderr, /PORT must be .*; it is "few"/)
  assert.match(stdout + stderr, /FOYER_MAIL_FROM must be .*; it is "Foyer <nobody>"/)
  const missing = await runFoyer(["doctor"], { FOYER_SETTINGS: `${path}-2` })
  assert.match(missing.stderr, /The settings in FOYER_SETTINGS=.*settings-2 can't be read/)
})
