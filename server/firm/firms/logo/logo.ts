// A firm's logo: one public picture under an unguessable name that is never reused for another picture.
import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { Database } from "../../../platform/db/database.ts"
import { json, sql, type Tx } from "../../../platform/db/sql.ts"
import { badField } from "../../../platform/errors.ts"
import { type EncryptedFile, readEncrypted, writeEncrypted } from "../../../platform/files/encrypted-files.ts"
import { type Reader, readForeignFile } from "../../../platform/files/foreign/foreign-files.ts"
import type { FileStore } from "../../../platform/files/store/store.ts"
import { announceFile } from "../../../platform/files/stored-files.ts"
import { isId } from "../../../platform/ids.ts"
import type { KeyRing } from "../../../platform/secrets/key-ring.ts"
import type { LogoFile } from "../firms.ts"
import type { PictureUse } from "./inspect.ts"
import { type Logo, max_logo_bytes } from "./shape.ts"

export interface LogoParts {
  ring: KeyRing
  files: FileStore
}

const reader: Reader = {
  program: new URL("./logo-child.ts", import.meta.url),
  kind: "logo",
  timeout_ms: 10_000,
  max_heap_mb: 64,
}

/**
 * Checks and stores a picture; `changeLogo` then makes it the firm's logo. Never call it inside a transaction: it
 * uploads to the store. Throws "bad request" for an unsuitable file.
 */
export async function storeLogo(
  { db, ring, files }: LogoParts & { db: Database },
  firm_id: string,
  file: Buffer,
): Promise<LogoFile> {
  const { bytes, ...shape } = await readPicture(firm_id, file, "logo")
  const key = `logos/${firm_id}/${randomBytes(16).toString("hex")}`
  await db.forFirm(firm_id, (tx) => announceFile(tx, { key, purpose: "logo" }))
  const limits = { max_bytes: max_logo_bytes }
  const stored = await writeEncrypted(files, ring, key, Readable.from([bytes]), limits)
  return { key, wrapped_key: stored.wrapped_key, ...shape }
}

/** Reads a picture in a process of its own. Throws "bad request" for an unsuitable file. */
export async function readPicture(firm_id: string, file: Buffer, use: PictureUse): Promise<Logo> {
  // A firm's pictures wait for one another.
  const sender = { firm_id, user_id: firm_id }
  const picture = await readForeignFile<Logo>(reader, sender, { file, use })
  if (!picture)
    throw badField(use, "broken", "This picture takes too long to read. Save a smaller copy of it as PNG.")
  return picture
}

/** Sets or removes the firm's logo. The sweep removes the bytes of the previous one. */
export async function changeLogo(tx: Tx, logo: LogoFile | null): Promise<void> {
  const stored = logo && json(logo)
  await tx.one(sql`update firms set logo_file = ${stored}::jsonb where id = current_firm() returning id`)
}

/** Returns the URL of a firm's logo for browsers. */
export function logoUrl({ key }: Pick<LogoFile, "key">): string {
  return `/${key}`
}

/** Returns what a page needs to show the firm's logo; nothing if it has none. */
export interface ShownLogo {
  url: string
  width: number
  height: number
  /** A wide logo replaces the firm's name; any other is shown next to the name. */
  is_name: boolean
}

export function shownLogo(logo: LogoFile | null | undefined): ShownLogo | undefined {
  if (!logo) return undefined
  const { width, height } = logo
  return { url: logoUrl(logo), width, height, is_name: width >= 2.5 * height }
}

/** Finds the logo a firm currently shows at this URL; undefined for any other name or a suspended firm. */
export async function findLogo(db: Database, firm_id: string, name: string): Promise<LogoFile | undefined> {
  // Anyone may ask: what can't be a logo's address costs no transaction.
  if (!isId("firm", firm_id) || !/^[0-9a-f]{32}$/.test(name)) return undefined
  const key = `logos/${firm_id}/${name}`
  const firm = await db.forFirm(firm_id, (tx) =>
    tx.maybe<{ logo_file: LogoFile }>(sql`
      select logo_file from firms
       where id = current_firm() and suspended_at is null and logo_file->>'key' = ${key}`),
  )
  return firm?.logo_file
}

/** Returns the picture for a PDF; undefined if there is none, or it cannot be read now. */
export async function findLogoBytes(parts: LogoParts, logo: LogoFile | null): Promise<Buffer | undefined> {
  return logo ? readLogo(parts, logo).catch(() => undefined) : undefined
}

export async function readLogo({ ring, files }: LogoParts, logo: EncryptedFile): Promise<Buffer> {
  return buffer(await readEncrypted(files, ring, logo))
}
