import type { Readable } from "node:stream"

export interface FileStore {
  /** Stores all of `source` under `key`, replacing what was there; resolves once it would survive a power cut. */
  write(key: string, source: Readable): Promise<void>
  /** The bytes of a file, or of a range of it. Throws `FileMissing`. A range past the end reads as empty. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Gives a file another key, in place of what was there. Throws `FileMissing`. */
  move(from: string, to: string): Promise<void>
  /** Removes a file; one that is gone already is fine. */
  remove(key: string): Promise<void>
  /** Every file whose key starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<StoredFile>
  /** What `claim` left in the store; undefined in a store that nobody has claimed. */
  readClaim(): Promise<string | undefined>
  /**
   * Writes `text` beside the files, once: of several writers the first wins. Returns what is there afterwards. With
   * the text that is there already it changes nothing, but shows whether the store can be written to.
   */
  claim(text: string): Promise<string>
}

/** Counted from 0, both ends included as in HTTP; without `end` up to the end of the file. */
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
  /** Leads every key, e.g. `production/`, so that one bucket serves several installations. */
  prefix?: string | undefined
  region?: string | undefined
  /** Address of a store that is not Amazon's; buckets are then part of the path, not of the host name. */
  endpoint?: string | undefined
  /** Without them the SDK's own chain is asked: environment, profile, instance role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  limits?: StoreLimits
}

/** Where a store's claim lies; a file's key has no dot, so it is in nobody's way. */
export const claimName = "installation.json"

/** How long a store may take; twice as long where it is asked a second time. */
export interface StoreLimits {
  connect_ms: number
  /** For the beginning of an answer. */
  answer_ms: number
  /** For taking in up to 5 MB. */
  piece_ms: number
  /** For the next bytes of a file that is being read. */
  stall_ms: number
}

export const defaultLimits: StoreLimits = {
  connect_ms: 3_000,
  answer_ms: 5_000,
  piece_ms: 12_000,
  stall_ms: 15_000,
}

/** Thrown for a key that has no file. */
export class FileMissing extends Error {
  override name = "FileMissing"
  constructor(readonly key: string) {
    super(`There is no stored file ${key}.`)
  }
}
