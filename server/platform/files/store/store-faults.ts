// Maps the failures of a store that is down, hangs or is full to defined errors, within time limits.
import { Readable } from "node:stream"
import { Failure, unavailable } from "../../errors.ts"
import type { FileStore } from "./store.ts"

/** Wraps a store so that failures are "unavailable" or, if it is full, an error with the code ENOSPC. */
export function withFaults(store: FileStore, stall_ms: number): FileStore {
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw storeFaultOf(error)
    }
  }
  return {
    async write(key, source) {
      // An error of the source is the sender's, whatever its code.
      let broken: unknown
      source.once("error", (error) => {
        broken = error
      })
      await store.write(key, source).catch((error: unknown) => {
        throw error === broken ? error : storeFaultOf(error)
      })
    },
    read: async (key, range) => failOnStall(await guard(store.read(key, range)), stall_ms),
    move: (from, to) => guard(store.move(from, to)),
    remove: (key) => guard(store.remove(key)),
    list: (prefix) => guarded(store.list(prefix)),
    readClaim: () => guard(store.readClaim()),
    claim: (text) => guard(store.claim(text)),
  }
}

/** Whether `error` says that the store is away, and not that it refuses one file. */
export function isStoreAway(error: unknown): boolean {
  return isUnavailable(error) && !refusesOne(error)
}

/** Whether `error` says that the store, which is there, refuses one file. */
export async function isRefusal(store: FileStore, error: unknown): Promise<boolean> {
  return refusesOne(error) && (await isReachable(store))
}

interface StoreError extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

function isUnavailable(error: unknown): error is Failure {
  return error instanceof Failure && error.code === "files_unavailable"
}

/** Such as a file under a lock, in an archive, on a bad sector, or of another user: waiting won't help. */
function refusesOne(error: unknown): boolean {
  const { code = "", $metadata } = ((isUnavailable(error) ? error.cause : error) ?? {}) as Partial<StoreError>
  const status = $metadata?.httpStatusCode ?? 0
  return (
    /^(EIO|EACCES|EPERM|EISDIR)$/.test(code) ||
    (status >= 400 && status < 500 && status !== 408 && status !== 429)
  )
}

/** Whether the store responds within `within_ms`. */
export async function isReachable(store: FileStore, within_ms = 5_000): Promise<boolean> {
  const answers = store.readClaim().then(
    () => true,
    () => false,
  )
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, within_ms, false)
  })
  return Promise.race([answers, isLate]).finally(() => clearTimeout(timer))
}

async function* guarded<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    throw storeFaultOf(error)
  }
}

/** A stream that fails if the store takes longer than `stall_ms` for the next bytes. Readers may be as slow as they like. */
function failOnStall(source: Readable, stall_ms: number): Readable {
  async function* flow(): AsyncGenerator<Buffer> {
    const pieces = source[Symbol.asyncIterator]()
    const stalled = () =>
      source.destroy(storeUnavailable(new Error("The file store stopped in the middle of a file.")))
    try {
      for (;;) {
        const timer = setTimeout(stalled, stall_ms)
        const next = await pieces.next().finally(() => clearTimeout(timer))
        if (next.done) return
        yield next.value
      }
    } catch (error) {
      throw storeFaultOf(error)
    } finally {
      source.destroy()
    }
  }
  return Readable.from(flow(), { objectMode: false })
}

/** Codes of Node and the operating system for an unreachable server or network disk. */
const away =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|ENOTCONN|ESTALE|EIO|EROFS|EPROTO|CERT_|ERR_TLS|ERR_SSL)/
const full = /^(XMinioStorageFull|InsufficientStorage|QuotaExceeded|EntityTooLarge.*Quota)/

function storeFaultOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error
  const { code = "", $metadata }: StoreError = error
  if (full.test(error.name) || $metadata?.httpStatusCode === 507)
    return Object.assign(new Error("The file store is full.", { cause: error }), { code: "ENOSPC" })
  const isAway = $metadata !== undefined || /^(TimeoutError|AbortError)$/.test(error.name) || away.test(code)
  return isAway ? storeUnavailable(error) : error
}

function storeUnavailable(cause: unknown): Failure {
  const detail = "The file store is temporarily unavailable. Try again in a minute."
  return unavailable("files_unavailable", detail, 30).because(cause)
}
