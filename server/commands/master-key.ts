import { Command } from "commander"
import { type RotationParts, retire, rotate } from "../outputs/sealing/rotation.ts"
import { countKeyUse } from "../outputs/sealing/usage.ts"
import { connectDatabase } from "../platform/db/connections/connect-database.ts"
import type { Database } from "../platform/db/database.ts"
import { listMasterKeys, listOtherProcesses } from "../platform/installation/master-key-states.ts"
import { keyFilePath, newMasterKey } from "../platform/secrets/master-keys.ts"
import { countText } from "../platform/text/count-text.ts"
import type { Core } from "../service.ts"
import { withCore } from "./with-core.ts"

export const masterKeyCommand = new Command("master-key").description(
  "Manage the keys that encrypt stored secrets and files.",
)

masterKeyCommand
  .command("status")
  .description("List the master keys, how much each encrypts, and which processes hold them.")
  .action(() => withCore(({ db }) => printStatus(db)))

masterKeyCommand
  .command("rotate")
  .description(
    "Add a master key and reencrypt everything with it, while servers keep running. Resumes an interrupted rotation.",
  )
  .action(() => withCore((core) => alone(core, () => printRotation(core))))

masterKeyCommand
  .command("retire")
  .description("Retire a master key that no longer encrypts anything.")
  .argument("<key_id>", "see `foyer master-key status`")
  .action((key_id: string) => withCore((core) => alone(core, () => printRetirement(core, key_id))))

async function printStatus(db: Database): Promise<void> {
  const [keys, uses, processes] = await db.forPlatform(async (tx) => [
    await listMasterKeys(tx),
    await countKeyUse(tx),
    await listOtherProcesses(tx),
  ])
  for (const { id, state, retired_at } of keys) {
    const own = uses.filter(({ key_id }) => key_id === id)
    const total = own.reduce((sum, { count }) => sum + count, 0)
    const since = retired_at ? ` since ${retired_at.toISOString().slice(0, 10)}` : ""
    console.log(`${id}  ${state}${since}  encrypts ${countText(total, "value")}`)
    for (const { table, column, count } of own) console.log(`    ${count}  ${table}.${column}`)
  }
  for (const { host, pid, key_ids, seals_with } of processes)
    console.log(`process ${pid} on ${host}: holds ${key_ids.join(", ")}; encrypts with ${seals_with}`)
  const older = keys.filter(({ state, seals_since }) => state === "opens" && seals_since !== null)
  const isRotating = older.some(({ id }) => uses.some(({ key_id }) => key_id === id))
  if (isRotating) console.log("A rotation is incomplete. Run: foyer master-key rotate")
  else
    for (const { id } of older) console.log(`Nothing uses ${id} anymore. Run: foyer master-key retire ${id}`)
}

async function printRotation(core: Core): Promise<void> {
  const rotated = await rotate(partsOf(core))
  if (!rotated) {
    console.log(`The keys are in FOYER_MASTER_KEYS, so add the new one yourself, on every machine:

  1. Append this to FOYER_MASTER_KEYS:  ,${newMasterKey()}
  2. Restart every process, one after the other. Until step 3, the new key only decrypts.
  3. Run this command again.

Save the new key where you keep the others: it is not stored anywhere else.`)
    return
  }
  const { key_id, older, left, still_used } = rotated
  for (const { table, column, row, reason } of left)
    console.log(`Not reencrypted: ${table}.${column} of ${row}: ${reason}`)
  if (still_used.length > 0) {
    console.log(
      "An older key still encrypts some values. Run foyer master-key status to see which, then run this again.",
    )
    process.exitCode = 1
    return
  }
  console.log(`The master key "${key_id}" now encrypts everything.`)
  for (const id of older) console.log(`Nothing uses "${id}" anymore. Run: foyer master-key retire ${id}`)
}

async function printRetirement(core: Core, key_id: string): Promise<void> {
  const aside = await retire(partsOf(core), key_id)
  console.log(`The master key "${key_id}" is retired.`)
  if (aside) console.log(`It has moved from master.key to ${aside}.`)
  else if (core.ring.key_ids.includes(key_id))
    console.log(`Remove it from FOYER_MASTER_KEYS on every machine: the entry that starts with ${key_id}:`)
  console.log(
    "Backups created before today need it. Keep it, separately from them, for as long as you keep them; then destroy it.",
  )
}

function partsOf({ config, db, ring, installation_id }: Core): RotationParts {
  const key_file = config.master_keys ? undefined : keyFilePath(config.data_dir)
  return { db, ring, installation_id, key_file, say: (sentence) => console.log(sentence) }
}

const rotationLock = 7_304_115

/** Runs `work` under an advisory lock: two concurrent rotations would each add a key. */
async function alone(core: Core, work: () => Promise<void>): Promise<void> {
  const client = await connectDatabase({ connection: core.connection, setting: "DATABASE_URL" })
  try {
    const { rows } = await client.query<{ is_ours: boolean }>("select pg_try_advisory_lock($1) as is_ours", [
      rotationLock,
    ])
    if (!rows[0]?.is_ours)
      throw new Error("Another process is changing the master keys. Wait until it finishes.")
    await work()
  } finally {
    await client.end()
  }
}
