import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { test } from "node:test"
import { measureProcessorTime } from "./processor-time.ts"

/** Asking how long it worked is most of its work. */
const working = `const spent = ({ user, system }) => user + system
while (spent(process.cpuUsage()) < 600_000);`

test("a run's processor time includes processes that ended, their children, and what each file started", async () => {
  const files = new Map<number, string>()
  const stop = measureProcessorTime((pid) => files.get(pid))
  const start = (script: string) => spawn(process.execPath, ["--eval", script])
  const child = start(`${working} process.stdout.write("done"); process.stdin.resume()`)
  files.set(child.pid ?? 0, "some.test.ts")
  await once(child.stdout, "data")
  const parent = start(
    `require("node:child_process").spawnSync(process.execPath, ["--eval", ${JSON.stringify(working)}])`,
  )
  await once(parent, "exit")
  const { total_ms, of_programs, of_files, of_programs_of } = stop()
  child.kill()
  assert.ok(total_ms >= 1_150, `${total_ms} ms`)
  assert.equal(Math.round(of_programs.reduce((sum, [, ms]) => sum + ms, 0)), Math.round(total_ms))
  const [[file, ms = 0] = []] = of_files
  assert.equal(file, "some.test.ts")
  assert.deepEqual(of_programs_of("some.test.ts"), [["node", ms]])
  assert.ok(ms >= 550 && ms < total_ms - 550, `${ms} of ${total_ms} ms`)
})
