import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { promisify } from "node:util"
import { openWorkQueue } from "./work-queue.ts"

const derive = promisify(argon2)

/**
 * Hashing takes a processor for tens of milliseconds, on one of the four threads that read files too: a storm of
 * sign-ins must not take them all.
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

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/**
 * Hashes with argon2id; returns a PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. Takes its turn in a queue, so never
 * call it inside a transaction; throws "unavailable" where too many wait.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inTurn(() =>
    derive("argon2id", { message: bytesOf(password), nonce: salt, tagLength: 32, ...cost }),
  )
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plainBase64(salt)}$${plainBase64(hash)}`
}

/**
 * Whether `password` is the one that was hashed. Without a hash (no such user, or none with a password) the answer
 * is no and takes as long, so that time does not tell who has an account. Takes its turn as `hashPassword` does.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { salt, hash, ...storedCost } = stored ? parsePhc(stored) : unknownUser
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

/** Whether a stored hash was made with other costs than today's and should be made again at the next sign-in. */
export function needsRehash(stored: string): boolean {
  const { memory, passes, parallelism } = parsePhc(stored)
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
}

interface ParsedHash extends Cost {
  salt: Buffer
  hash: Buffer
}

const unknownUser: ParsedHash = { ...cost, salt: randomBytes(16), hash: randomBytes(32) }

function parsePhc(stored: string): ParsedHash {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/.exec(stored) ??
    []
  if (salt === undefined || hash === undefined)
    throw new Error("A stored password hash is not in the argon2id form.")
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  }
}

/** NIST SP 800-63B §3.1.1.2: keyboards spell the same password in different code points, so compare one form. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFKC"))
}

/** The PHC string format has no padding. */
function plainBase64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "")
}
