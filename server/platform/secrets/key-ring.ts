// Encrypts stored secrets with keys derived from a master key, and binds each ciphertext to the row it belongs to: text
// that was moved to another row or modified, or whose key is unknown, does not decrypt.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto"
import {
  findKeyFile,
  keyFilePath,
  type MasterKey,
  type MasterKeys,
  parseMasterKeys,
  readKeys,
  readOrCreateKeyFile,
} from "./master-keys.ts"

export interface KeyRing {
  /** The key that encrypts. */
  readonly current_key_id: string
  /** Makes another key of the ring the one that encrypts. Throws `UnknownMasterKey`. */
  useKey(key_id: string): void
  /** Adds the keys that were added to the key file; removed keys stay until the process exits. */
  reload(): void
  /** Every key that can decrypt. Sealed text names its key between its first two dots. */
  readonly key_ids: readonly string[]
  /**
   * Encrypts with AES-256-GCM, bound to `context` = `<purpose>:<what it belongs to>`, e.g. `answers:answer_…`.
   * Returns `v1.<key id>.<base64url>`.
   */
  seal(text: string, context: string): string
  /** Encrypts with a given key of the ring. Throws `UnknownMasterKey`. */
  sealUnder(key_id: string, text: string, context: string): string
  /** Decrypts text that was sealed for the same context. Throws `UnknownMasterKey` or `TamperedData`. */
  open(sealed: string, context: string): string
  /** Encrypts a file's data key; only the same context unwraps it. */
  wrapDataKey(dataKey: Buffer, context: string): string
  unwrapDataKey(wrapped: string, context: string): Buffer
  /** Whether the current key encrypted this text; if not, a rotation has to reencrypt it. */
  isCurrent(sealed: string): boolean
  /** HMAC-SHA256 in base64url, 43 characters. A signature is valid for its own purpose only. */
  sign(text: string, purpose: string): string
  /** Whether any key of the ring created `signature`. Runs in constant time. */
  isSigned(text: string, signature: string, purpose: string): boolean
}

/** Thrown for text whose key is not, or no longer, in the ring. */
export class UnknownMasterKey extends Error {
  override name = "UnknownMasterKey"
  constructor(readonly key_id: string) {
    super(
      `The master key "${key_id}" is missing. Add it to FOYER_MASTER_KEYS or put the original master.key back.`,
    )
  }
}

/** Thrown for text that was modified, truncated, or moved to another row. */
export class TamperedData extends Error {
  override name = "TamperedData"
  constructor(message = "Sealed data does not decrypt: it was changed or belongs to another record.") {
    super(message)
  }
}

/** Whether a sealed text does not decrypt, now or ever. */
export function isUnreadable(error: unknown): error is TamperedData | UnknownMasterKey {
  return error instanceof TamperedData || error instanceof UnknownMasterKey
}

export interface KeyRingOptions {
  data_dir: string
  /** Comma-separated `id:base64` pairs, the current key first; without it, `<data_dir>/master.key` is used. */
  master_keys?: string | undefined
}

/** Opens the ring from the setting or the key file; creates a missing key file. Throws `BadMasterKeys`. */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const path = keyFilePath(options.data_dir)
  return (await findKeyRing(options)) ?? keyRingOf(await readOrCreateKeyFile(path), path)
}

/** Opens the ring from the setting or the key file; returns undefined if there is neither. Throws `BadMasterKeys`. */
export async function findKeyRing({ data_dir, master_keys }: KeyRingOptions): Promise<KeyRing | undefined> {
  if (master_keys?.trim()) return keyRingOf(parseMasterKeys(master_keys, "FOYER_MASTER_KEYS"))
  const path = keyFilePath(data_dir)
  const keys = await findKeyFile(path)
  return keys && keyRingOf(keys, path)
}

const nonce_bytes = 12
const tag_bytes = 16

/** Keys added later to the key file at `path`, if there is one, are found without a restart. */
function keyRingOf(given: MasterKeys, path?: string): KeyRing {
  let [current]: MasterKeys = given
  const keys = [...given]
  // KeyObjects, because creating one from bytes takes Node longer than using it.
  const subkeys = new Map<string, KeyObject>()

  function subkey(key: MasterKey, use: "seal" | "wrap" | "sign", purpose: string): KeyObject {
    const info = `foyer ${use} ${purpose}`
    const name = `${key.id} ${info}`
    const known = subkeys.get(name)
    if (known !== undefined) return known
    const derived = createSecretKey(Buffer.from(hkdfSync("sha256", key.bytes, "", info, 32)))
    subkeys.set(name, derived)
    return derived
  }

  const find = (key_id: string) => keys.find((one) => one.id === key_id)

  function reload(): void {
    if (path !== undefined) keys.push(...readKeys(path).filter(({ id }) => !find(id)))
  }

  function keyOf(key_id: string): MasterKey {
    if (!find(key_id)) reload()
    const key = find(key_id)
    if (key === undefined) throw new UnknownMasterKey(key_id)
    return key
  }

  function encrypt(key: MasterKey, use: "seal" | "wrap", plain: Buffer, context: string): string {
    const nonce = randomBytes(nonce_bytes)
    const cipher = createCipheriv("aes-256-gcm", subkey(key, use, purposeOf(context)), nonce)
    cipher.setAAD(Buffer.from(context))
    const box = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    return `v1.${key.id}.${box.toString("base64url")}`
  }

  function decrypt(use: "seal" | "wrap", sealed: string, context: string): Buffer {
    const [key_id, box] = partsOf(sealed)
    const decipher = createDecipheriv(
      "aes-256-gcm",
      subkey(keyOf(key_id), use, purposeOf(context)),
      box.subarray(0, nonce_bytes),
      { authTagLength: tag_bytes },
    )
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(box.subarray(-tag_bytes))
    const plain = decipher.update(box.subarray(nonce_bytes, -tag_bytes))
    try {
      return Buffer.concat([plain, decipher.final()])
    } catch {
      throw new TamperedData()
    }
  }

  const mac = (key: MasterKey, text: string, purpose: string) =>
    createHmac("sha256", subkey(key, "sign", purpose))
      .update(text)
      .digest("base64url")

  return {
    get current_key_id() {
      return current.id
    },
    get key_ids() {
      return keys.map((key) => key.id)
    },
    useKey: (key_id) => {
      current = keyOf(key_id)
    },
    reload,
    seal: (text, context) => encrypt(current, "seal", Buffer.from(text), context),
    sealUnder: (key_id, text, context) => encrypt(keyOf(key_id), "seal", Buffer.from(text), context),
    open: (sealed, context) => decrypt("seal", sealed, context).toString(),
    wrapDataKey: (dataKey, context) => encrypt(current, "wrap", dataKey, context),
    unwrapDataKey: (wrapped, context) => decrypt("wrap", wrapped, context),
    isCurrent: (sealed) => partsOf(sealed)[0] === current.id,
    sign: (text, purpose) => mac(current, text, purpose),
    isSigned: (text, signature, purpose) => {
      const given = Buffer.from(signature)
      return keys
        .map((key) => Buffer.from(mac(key, text, purpose)))
        .reduce(
          (held, computed) => (computed.length === given.length && timingSafeEqual(computed, given)) || held,
          false,
        )
    },
  }
}

/** The purpose selects the subkey. It must be a fixed word, never an id, because subkeys are cached without a limit. */
function purposeOf(context: string): string {
  const purpose = /^([a-z_]{1,40}):./s.exec(context)?.[1]
  if (purpose === undefined) throw new TypeError("A context has the form <purpose>:<what it belongs to>.")
  return purpose
}

function partsOf(sealed: string): [key_id: string, box: Buffer] {
  const [version, key_id, base64url, ...rest] = sealed.split(".")
  const box = Buffer.from(base64url ?? "", "base64url")
  // Decoding ignores stray characters and bits, so accept only the canonical encoding.
  const isCanonical = box.toString("base64url") === base64url && rest.length === 0
  if (version !== "v1" || !key_id || !isCanonical || box.length < nonce_bytes + tag_bytes) {
    throw new TamperedData("This is not sealed data.")
  }
  return [key_id, box]
}
