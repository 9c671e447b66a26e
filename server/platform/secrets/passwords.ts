import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { promisify } from "node:util"
import { normalized } from "../../definition/values/typed-text.ts"
import { openWorkQueue } from "./work-queue.ts"

const derive = promisify(argon2)

/**
 * A hash takes tens of milliseconds on one of Node's four threads, which also read files: a burst of sign-ins must not
 * occupy them all.
 */
const inTurn = openWorkQueue({
  max_parallel: Math.max(1, Math.min(2, availableParallelism() - 1)),
  max_waiting: 100,
})

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

/** OWASP Password Storage Cheat Sheet: 19 MiB of memory, two passes, one lane. Tests that guess hundreds lower it. */
export const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/**
 * Hashes with argon2id; returns a PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. May wait in a queue, so never call
 * it inside a transaction. Throws "unavailable" if the queue is full.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inTurn(() =>
    derive("argon2id", { message: bytesOf(password), nonce: salt, tagLength: 32, ...cost }),
  )
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plainBase64(salt)}$${plainBase64(hash)}`
}

/**
 * Whether `password` matches the stored hash. Without a hash (no such user, or a user without a password), returns false
 * after the same time, so that timing does not reveal who has an account. Queues like `hashPassword`.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { salt, hash, ...storedCost } = stored ? parsePhc(stored) : { ...unknownUser, ...cost }
  const given = await inTurn(() =>
    derive("argon2id", {
      message: bytesOf(password),
      nonce: salt,
      tagLength: hash.length,
      ...storedCost,
    }),
  )
  return timingSafeEqual(given, hash) && Boolean(stored)
}

/** Whether a stored hash uses outdated cost parameters, so that the next sign-in should replace it. */
export function needsRehash(stored: string): boolean {
  const { memory, passes, parallelism } = parsePhc(stored)
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
}

interface ParsedHash extends Cost {
  salt: Buffer
  hash: Buffer
}

const unknownUser = { salt: randomBytes(16), hash: randomBytes(32) }

function parsePhc(stored: string): ParsedHash {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/.exec(stored) ??
    []
  if (salt === undefined || hash === undefined)
    throw new Error("A stored password hash is not in the argon2id format.")
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  }
}

/** NIST SP 800-63B §3.1.1.2: keyboards encode the same password differently, so normalize it. */
function bytesOf(password: string): Buffer {
  return Buffer.from(normalized(password, "NFKC"))
}

/** The PHC string format has no padding. */
function plainBase64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "")
}
