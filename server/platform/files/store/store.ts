import type { Readable } from "node:stream"

export interface FileStore {
  /** Stores all of `source` under `key`, replacing what was there. Resolves once it would survive a power failure. */
  write(key: string, source: Readable): Promise<void>
  /** Returns the bytes of a file or of a range. Throws `FileMissing`. A range past the end is empty. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Moves a file to another key, replacing what was there. Throws `FileMissing`. */
  move(from: string, to: string): Promise<void>
  /** Removes a file. Does nothing if it does not exist. */
  remove(key: string): Promise<void>
  /** Lists every file whose key starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Returns the text of the store's claim; undefined if nobody has claimed it. */
  readClaim(): Promise<string | undefined>
  /**
   * Writes `text` as the store's claim, once: the first of several writers wins. Returns the claim afterwards.
   * Repeating the current text changes nothing, but shows whether the store is writable.
   */
  claim(text: string): Promise<string>
}

/** Zero-based and inclusive, as in HTTP; without `end`, to the end of the file. */
export interface ByteRange {
  start: number
  end?: number | undefined
}

export interface StoredFile {
  key: string
  size: number
  changed_at: Date
}

export interface S3Options {
  bucket: string
  /** Prefix of every key, such as `production/`, so that several installations can share a bucket. */
  prefix?: string | undefined
  region?: string | undefined
  /** Address of a store other than Amazon's; bucket names are then part of the path, not of the host name. */
  endpoint?: string | undefined
  /** Without them, the SDK uses its default chain: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  limits?: StoreLimits
}

/** The name of a store's claim. File keys contain no dots, so it collides with none. */
export const claimName = "installation.json"

/** Time limits of a store; twice as long if a request is retried. */
export interface StoreLimits {
  connect_ms: number
  /** Until the response starts. */
  answer_ms: number
  /** To receive up to 5 MB. */
  piece_ms: number
  /** Until the next bytes of a file being read. */
  stall_ms: number
}

export const defaultLimits: StoreLimits = {
  connect_ms: 3_000,
  answer_ms: 5_000,
  piece_ms: 12_000,
  stall_ms: 15_000,
}

/** Thrown if a key has no file. */
export class FileMissing extends Error {
  override name = "FileMissing"
  constructor(readonly key: string) {
    super(`There is no stored file ${key}.`)
  }
}
