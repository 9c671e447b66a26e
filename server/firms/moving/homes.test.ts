// A firm moves, and then one of its two servers is restored from a backup older than the move.
import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { runFoyer } from "../../../test/harness/foyer-program.ts"
import { newIntake } from "../../../test/harness/sample-intake.ts"
import type { TestFirm } from "../../../test/harness/service.ts"
import { newDataFolder, nowhere, openSeveralServers } from "../../../test/harness/several-servers.ts"
import { administratorOf, startTwoMachines, type TwoMachines } from "../../../test/harness/two-machines.ts"
import { findUnfinishedMoves } from "./homes.ts"
import { moveFirm } from "./moving.ts"

let machines: TwoMachines
let backups: Awaited<ReturnType<typeof newDataFolder>>
let moved: TestFirm
let neighbor: TestFirm
/** The firm's matters created before and after the move. */
const matters: string[] = []
before(async () => {
  machines = await startTwoMachines()
  backups = await newDataFolder()
  const { service, administrators } = machines
  moved = await service.newFirmAt("first")
  neighbor = await service.newFirmAt("first")
  await newIntake(neighbor)
  matters.push((await newIntake(moved)).matter_id)
  await run(["backup", backups.data_dir], machines.first.url, `west=${machines.west.url}`)
  await moveFirm({ servers: service.servers, firm_id: moved.firm_id, to: "west", administrators })
  matters.push((await newIntake(moved)).matter_id)
})
after(async () => {
  await backups?.remove()
  await machines?.close()
})

async function run(words: string[], url: string, more: string): Promise<void> {
  const { code, stderr } = await runFoyer(words, {
    NODE_ENV: "test",
    DATABASE_URL: url,
    FOYER_MORE_DATABASES: more,
    FOYER_DATA: machines.data_dir,
    FOYER_LOG_LEVEL: "silent",
  })
  assert.equal(code, 0, stderr)
}

/** Restores a server's backup to a new database next to it, and returns the new address. */
async function restore(name: "first" | "west"): Promise<string> {
  await machines[name].asAdministrator("create database restored owner foyer")
  const url = machines[name].url.replace(/\/foyer$/, "/restored")
  await run(["restore", join(backups.data_dir, name)], url, "")
  return url
}

const open = (first: string, west: string) => openSeveralServers(first, { west }, machines.data_dir)

const statusOf = async ({ app }: Awaited<ReturnType<typeof open>>, { token }: TestFirm, path = "") => {
  const headers = { authorization: `Token ${token}` }
  return (await app.inject({ url: `/v1/matters${path}`, headers })).statusCode
}

test("after restoring the old server from an older backup, the firm stays on its new server, and the old copy serves no requests", async () => {
  const first = await restore("first")
  const half = await open(first, nowhere)
  assert.equal(await statusOf(half, neighbor), 503)
  assert.equal(await statusOf(half, moved), 503)
  await half.close()
  const both = await open(first, machines.west.url)
  try {
    assert.equal(await statusOf(both, neighbor), 200)
    for (const id of matters) assert.equal(await statusOf(both, moved, `/${id}`), 200)
    await assert.rejects(
      both.servers[0]?.db.forFirm(moved.firm_id, async () => undefined) ?? Promise.resolve(),
      { code: "database_unavailable" },
    )
    const [sentence = "", ...others] = await findUnfinishedMoves(both.servers)
    assert.deepEqual(others, [])
    assert.ok(sentence.endsWith(`run foyer firm move ${moved.firm_id} west`), sentence)
    const administrators = new Map(machines.administrators).set("first", administratorOf(first))
    await moveFirm({ servers: both.servers, firm_id: moved.firm_id, to: "west", administrators })
    assert.deepEqual(await findUnfinishedMoves(both.servers), [])
    for (const id of matters) assert.equal(await statusOf(both, moved, `/${id}`), 200)
  } finally {
    await both.close()
  }
})

test("after restoring the new server from an older backup, the firm is reported as missing by name instead of unknown", async () => {
  const both = await open(machines.first.url, await restore("west"))
  try {
    assert.equal(await statusOf(both, neighbor), 200)
    assert.equal(await statusOf(both, moved), 503)
    const [sentence = ""] = await findUnfinishedMoves(both.servers)
    assert.match(sentence, /was moved from first to west, which does not have it: if west was restored/)
    assert.ok(sentence.startsWith(moved.firm_id))
  } finally {
    await both.close()
  }
})
