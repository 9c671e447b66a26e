import assert from "node:assert/strict"
import { test } from "node:test"
import type { Database } from "../db/database.ts"
import { unavailable } from "../db/database-faults.ts"
import type { Logger } from "../log.ts"
import type { Server } from "./server.ts"
import { logSilence } from "./silence.ts"

test("the log reports a server that stops responding, once per outage, and when it responds again", async () => {
  const lines: unknown[][] = []
  const log = {
    error: (...words: unknown[]) => lines.push(words),
    warn: (...words: unknown[]) => lines.push(words),
  } as unknown as Logger
  let fault: Error | undefined
  const db = {
    forPlatform: async () => {
      if (fault) throw unavailable(fault)
    },
    withTimeout: () => db,
  } as unknown as Database
  const west = logSilence({ name: "west", db } as Server, log)
  const ask = () => west.db.withTimeout(5).forPlatform(async () => undefined)
  await ask()
  for (const code of ["FY001", "57014"]) {
    fault = Object.assign(new Error("busy"), { code })
    await assert.rejects(ask())
  }
  assert.deepEqual(lines, [])
  fault = new Error("connect ECONNREFUSED 192.0.2.1:5432")
  for (let time = 0; time < 3; time += 1) await assert.rejects(ask(), { code: "database_unavailable" })
  assert.deepEqual(lines, [
    [{ server: "west", reason: fault.message }, "server does not answer: its firms get 503"],
  ])
  fault = undefined
  await ask()
  await ask()
  assert.deepEqual(lines.slice(1), [[{ server: "west" }, "server answers again"]])
})
