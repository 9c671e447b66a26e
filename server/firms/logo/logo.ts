// A firm's logo: one picture, public under a name that nobody guesses and that is never used for another picture.
import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { Database, Tx } from "../../platform/db/database.ts"
import { json, sql } from "../../platform/db/sql.ts"
import { type EncryptedFile, readEncrypted, writeEncrypted } from "../../platform/files/encrypted-files.ts"
import type { FileStore } from "../../platform/files/store.ts"
import { announceFile } from "../../platform/files/stored-files.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import type { LogoFile } from "../firms.ts"
import { inspectLogo } from "./inspect.ts"
import { max_logo_bytes } from "./shape.ts"

export interface LogoParts {
  ring: KeyRing
  files: FileStore
}

/**
 * Checks a picture and stores it; `changeLogo` makes it the firm's. Not within a transaction: the store may be far
 * away. Throws "bad request" for what cannot be a logo.
 */
export async function storeLogo(
  { db, ring, files }: LogoParts & { db: Database },
  firm_id: string,
  file: Buffer,
): Promise<LogoFile> {
  const { bytes, ...shape } = inspectLogo(file)
  const key = `logos/${firm_id}/${randomBytes(16).toString("hex")}`
  await db.forFirm(firm_id, (tx) => announceFile(tx, { key, purpose: "logo" }))
  const limits = { max_bytes: max_logo_bytes }
  const stored = await writeEncrypted(files, ring, key, Readable.from([bytes]), limits)
  return { key, wrapped_key: stored.wrapped_key, ...shape }
}

/** Gives the firm a logo, or takes it away. The bytes of the one before are swept. */
export async function changeLogo(tx: Tx, logo: LogoFile | null): Promise<void> {
  const stored = logo && json(logo)
  await tx.one(sql`update firms set logo_file = ${stored}::jsonb where id = current_firm() returning id`)
}

/** Where browsers load a firm's logo from. */
export function logoUrl({ key }: Pick<LogoFile, "key">): string {
  return `/${key}`
}

/** What a page says of the firm's logo; nothing where it has none. */
export interface ShownLogo {
  url: string
  width: number
  height: number
  /** A wide one stands for the firm's name; beside another the name is written. */
  is_name: boolean
}

export function shownLogo(logo: LogoFile | null | undefined): ShownLogo | undefined {
  if (!logo) return undefined
  const { width, height } = logo
  return { url: logoUrl(logo), width, height, is_name: width >= 2.5 * height }
}

/** The logo that a firm shows now under this address; undefined for any other name, and for a suspended firm. */
export async function findLogo(db: Database, firm_id: string, name: string): Promise<LogoFile | undefined> {
  if (!/^firm_[0-9A-F]{32}$/.test(firm_id) || !/^[0-9a-f]{32}$/.test(name)) return undefined
  const key = `logos/${firm_id}/${name}`
  const firm = await db.forFirm(firm_id, (tx) =>
    tx.maybe<{ logo_file: LogoFile }>(sql`
      select logo_file from firms
       where id = current_firm() and suspended_at is null and logo_file->>'key' = ${key}`),
  )
  return firm?.logo_file
}

/** The picture for a page to print; undefined where there is none, or it cannot be read now. */
export async function findLogoBytes(parts: LogoParts, logo: LogoFile | null): Promise<Buffer | undefined> {
  return logo ? readLogo(parts, logo).catch(() => undefined) : undefined
}

export async function readLogo({ ring, files }: LogoParts, logo: EncryptedFile): Promise<Buffer> {
  return buffer(await readEncrypted(files, ring, logo))
}
