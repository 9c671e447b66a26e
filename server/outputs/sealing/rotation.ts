// Rotates the master key in steps that can each be the last before a crash: add a new key that decrypts; wait until
// every process has it; make it encrypt; reencrypt everything; retire the old key. Each run resumes at the step
// recorded in the database.
import { setTimeout as delay } from "node:timers/promises"
import { recordAuditEverywhere } from "../../firm/audit/audit.ts"
import type { Database } from "../../platform/db/database.ts"
import {
  listMasterKeys,
  listOtherProcesses,
  markRetired,
  markSealing,
  type Process,
  recordNewKeys,
} from "../../platform/installation/master-key-states.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { addMasterKey, removeMasterKey } from "../../platform/secrets/master-keys.ts"
import { sealAllAgain, type Unsealable } from "./resealing.ts"
import { countKeyUse, type KeyUse } from "./usage.ts"

/** Thrown if a step would leave data that someone cannot decrypt. The message says what to do first. */
class RotationRefused extends Error {
  override name = "RotationRefused"
}

export interface RotationParts {
  db: Database
  ring: KeyRing
  installation_id: string
  /** Undefined if the keys are in a setting; then only the operator can add one. */
  key_file: string | undefined
  say: (sentence: string) => void
  /** How long to wait for other processes. */
  timeout_ms?: number
  onPiece?: ((count: number, table: string) => unknown) | undefined
}

export interface Rotated {
  /** The key that encrypts now. */
  key_id: string
  /** Other keys that are not retired. */
  older: string[]
  /** Values that did not decrypt and stayed unchanged. */
  left: Unsealable[]
  still_used: KeyUse[]
}

/**
 * Moves everything to a new master key, or resumes an interrupted rotation. Returns undefined if the operator has to
 * add a key to the setting first. Throws `RotationRefused` if a running process lacks the key.
 */
export async function rotate(parts: RotationParts): Promise<Rotated | undefined> {
  const { db, ring, installation_id, say } = parts
  const target = await findTarget(parts)
  if (target === undefined) return undefined
  await db.forPlatform((tx) => recordNewKeys(tx, ring, installation_id))
  await waitFor(
    parts,
    ({ key_ids }) => key_ids.includes(target),
    `do not have the master key "${target}" yet`,
  )
  const keys = await db.forPlatform(listMasterKeys)
  if (keys.find(({ id }) => id === target)?.state !== "seals") {
    await db.forPlatform(async (tx) => {
      await markSealing(tx, target)
      await recordAuditEverywhere(tx, "master_key_changed", `${target} (by command)`)
    })
    say(`The master key "${target}" seals from now on.`)
  }
  ring.useKey(target)
  await waitFor(parts, ({ seals_with }) => seals_with === target, "still seal with another key")
  return { key_id: target, older: await listOlder(parts, target), ...(await sealUntilDone(parts, target)) }
}

async function findTarget({ db, ring, key_file, say }: RotationParts): Promise<string | undefined> {
  ring.reload()
  const keys = await db.forPlatform(listMasterKeys)
  const known = (key_id: string) => keys.find(({ id }) => id === key_id)
  const unused = ring.key_ids.findLast((id) => {
    const key = known(id)
    return !key || (key.state === "opens" && key.seals_since === null)
  })
  if (unused !== undefined) return unused
  const sealing = keys.find(({ state }) => state === "seals")
  const isUnfinished = keys.some(({ state }) => state === "opens")
  if (sealing && isUnfinished) {
    say(`A rotation to the master key "${sealing.id}" was begun; going on with it.`)
    return sealing.id
  }
  if (key_file === undefined) return undefined
  const added = await addMasterKey(key_file)
  ring.reload()
  say(`Added the master key "${added}" to ${key_file}.`)
  return added
}

async function listOlder({ db }: RotationParts, target: string): Promise<string[]> {
  const keys = await db.forPlatform(listMasterKeys)
  return keys.filter(({ id, state }) => id !== target && state !== "retired").map(({ id }) => id)
}

/** Repeats the pass, because concurrent writes may leave values under the old key. */
const max_passes = 20

async function sealUntilDone(
  { db, ring, say, onPiece }: RotationParts,
  target: string,
): Promise<Pick<Rotated, "left" | "still_used">> {
  for (let pass = 1; ; pass += 1) {
    const { count, left } = await sealAllAgain({ db, ring, onPiece })
    if (count > 0) say(`${count} sealed again.`)
    const still_used = (await db.forPlatform(countKeyUse)).filter(({ key_id }) => key_id !== target)
    if (still_used.length === 0 || count === 0 || pass === max_passes) return { left, still_used }
  }
}

async function waitFor(
  { db, timeout_ms = 60_000 }: RotationParts,
  isReady: (process: Process) => boolean,
  fault: string,
): Promise<void> {
  const until_ms = performance.now() + timeout_ms
  for (;;) {
    const late = (await db.forPlatform(listOtherProcesses)).filter((process) => !isReady(process))
    if (late.length === 0) return
    if (performance.now() >= until_ms) {
      const names = late.map(({ host, pid }) => `${pid} on ${host}`).join(", ")
      throw new RotationRefused(
        `These processes ${fault}: ${names}. Give every machine the same keys, start them again, and run this command again.`,
      )
    }
    await delay(1_000)
  }
}

/**
 * Retires a key permanently. Returns the file it was moved to; undefined if the operator has to remove it from the
 * setting. Throws `RotationRefused` while it encrypts any value, or a process encrypts with it.
 */
export async function retire(parts: RotationParts, key_id: string): Promise<string | undefined> {
  const { db, key_file } = parts
  const key = (await db.forPlatform(listMasterKeys)).find(({ id }) => id === key_id)
  if (!key) throw new RotationRefused(`There is no master key "${key_id}". See: foyer master-key status`)
  if (key.state === "seals")
    throw new RotationRefused(`The master key "${key_id}" seals new data. Run first: foyer master-key rotate`)
  if (key.state === "opens") {
    await waitFor(parts, ({ seals_with }) => seals_with !== key_id, "still seal with this key")
    await db.forPlatform(async (tx) => {
      const uses = (await countKeyUse(tx)).filter((use) => use.key_id === key_id || use.key_id === "unknown")
      if (uses.length > 0) {
        const list = uses.map(({ count, table, column }) => `${count} in ${table}.${column}`).join(", ")
        throw new RotationRefused(
          `The master key "${key_id}" is still needed: ${list}. Run first: foyer master-key rotate`,
        )
      }
      await markRetired(tx, key_id)
      await recordAuditEverywhere(tx, "master_key_retired", `${key_id} (by command)`)
    })
  }
  return key_file === undefined ? undefined : removeMasterKey(key_file, key_id)
}
