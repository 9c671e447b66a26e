// Writes a firm to one file, as of one moment, while the installation is in use.
import { createWriteStream, existsSync } from "node:fs"
import { rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type pg from "pg"
import { recordAudit } from "../../firm/audit/audit.ts"
import { listRenewedMarks } from "../../intake/submissions/review/renewing-marks.ts"
import { type ManifestFile, withManifest } from "../../outputs/exports/firm/manifest.ts"
import { type ZipEntry, zipOf } from "../../outputs/exports/zip.ts"
import { newClient } from "../../platform/db/connections/primary.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql } from "../../platform/db/sql.ts"
import type { FileStore } from "../../platform/files/store/store.ts"
import { isUnreadable, type KeyRing } from "../../platform/secrets/key-ring.ts"
import { readVersion } from "../../platform/version.ts"
import { rowOf } from "../backups/files/row-files.ts"
import { readJobs } from "../backups/jobs.ts"
import { readTable, sessionSettings, type Table } from "../backups/tables.ts"
import {
  canaryContext,
  createFileKey,
  files_folder,
  jobs_path,
  keyPath,
  type MovingFirm,
  moving_format,
  ringBetween,
  tablePath,
} from "./firm-file.ts"
import { listMovingTables, stayingTables } from "./moving-tables.ts"
import { changeRows, countRows, sealRowsAgain } from "./rows.ts"

export interface ExportParts {
  db: Database
  /** Connects past any pooler. */
  connection: pg.PoolConfig
  files: FileStore
  ring: KeyRing
  base_url: string
}

export interface ExportedFirm {
  rows: number
  files: number
  bytes: number
  /** Keys of files that the store does not have, or refuses to read. */
  missing: string[]
  /** What does not decrypt, and is in the file as it is here. */
  unreadable: string[]
  is_suspended: boolean
}

/** Writes the firm to a new file at `path` and its key beside it. Throws "not found"; leaves nothing if it fails. */
export async function exportFirm(parts: ExportParts, firm_id: string, path: string): Promise<ExportedFirm> {
  const firm = await parts.db.forPlatform((tx) =>
    tx.one<FirmRow>(sql`select id, name, suspended_at from firms where id = ${firm_id}`),
  )
  refuseExisting(path)
  const key = await createFileKey(path)
  try {
    return await writeFirm(parts, firm, path, key)
  } catch (error) {
    for (const left of [path, keyPath(path)]) await rm(left, { force: true })
    throw error
  }
}

interface FirmRow {
  id: string
  name: string
  suspended_at: Date | null
}

async function writeFirm(
  parts: ExportParts,
  firm: FirmRow,
  path: string,
  key: KeyRing,
): Promise<ExportedFirm> {
  const { db } = parts
  const firm_id = firm.id
  await db.forFirm(firm_id, (tx) => recordAudit(tx, "firm_copied"))
  const marks = await readMarks(parts, firm_id, key)
  const [files, tables]: [ManifestFile[], MovingFirm["tables"]] = [[], []]
  const migrations: string[] = []
  const program = `Foyer ${await readVersion()}`
  const about = (): Omit<MovingFirm, "files"> => ({
    format: moving_format,
    program,
    created_at: db.clock().toISOString(),
    firm: { id: firm.id, name: firm.name },
    address: parts.base_url,
    migrations,
    tables,
    tables_left_out: stayingTables,
    canary: key.seal(firm.id, canaryContext(firm)),
  })
  const unreadable: string[] = []
  const entries = readEntries(parts, firm_id, { key, marks, tables, migrations, unreadable })
  const target = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true })
  await pipeline(zipOf(withManifest(parts.files, entries, files, about)), target)
  const stored = files.filter((file) => file.path.startsWith(files_folder))
  return {
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: stored.length,
    bytes: stored.reduce((sum, { size }) => sum + size, 0),
    missing: stored.filter(({ damaged }) => damaged).map((file) => file.path.slice(files_folder.length)),
    unreadable,
    is_suspended: firm.suspended_at !== null,
  }
}

function refuseExisting(path: string): void {
  for (const each of [path, keyPath(path)])
    if (existsSync(each))
      throw new Error(`${each} is there already. Choose another name, or remove it first.`)
}

interface Writing {
  key: KeyRing
  marks: ReadonlyMap<string, string>
  /** All are filled as the file is written. */
  tables: MovingFirm["tables"]
  migrations: string[]
  unreadable: string[]
}

async function* readEntries(
  { connection, files, ring }: ExportParts,
  firm_id: string,
  { key, marks, tables, migrations, unreadable }: Writing,
): AsyncGenerator<ZipEntry> {
  const modified_at = new Date()
  const client = newClient({ ...connection, application_name: "foyer firm export" })
  await client.connect()
  const keys: string[] = []
  try {
    await client.query("begin isolation level repeatable read read only")
    await client.query(sessionSettings)
    await client.query("set local foyer.all_firms = 'on'")
    const { rows: applied } = await client.query<{ name: string }>(
      "select name from migrations order by name",
    )
    migrations.push(...applied.map(({ name }) => name))
    const sealing = ringBetween(ring, key)
    for (const table of await listMovingTables(client)) {
      const { name, columns } = table
      const written = { name, columns, rows: 0 }
      tables.push(written)
      yield {
        path: tablePath(name),
        modified_at,
        content: async () => {
          const onUnreadable = (which: string) => void unreadable.push(which)
          const rows = sealRowsAgain(readTable(client, table, firm_id), table, sealing, onUnreadable)
          const renewed = name === "seen_changes" ? renewMarks(rows, table, marks, key) : rows
          const onRows = (count: number) => {
            written.rows += count
          }
          return Readable.from(countRows(renewed, onRows), { objectMode: false })
        },
      }
    }
    yield { path: jobs_path, modified_at, content: async () => readJobs(client, firm_id) }
    const { rows } = await client.query<{ file_key: string }>(
      `select distinct file_key from files_in_use
        where firm_id = $1 and not is_leaving and purpose not in ('export', 'part') order by file_key`,
      [firm_id],
    )
    keys.push(...rows.map(({ file_key }) => file_key))
  } finally {
    await client.end()
  }
  for (const file_key of keys)
    yield {
      path: `${files_folder}${file_key}`,
      modified_at,
      content: () => files.read(file_key),
      compress: false,
    }
}

const nameMark = (matter_id: unknown, place: unknown, mark: unknown) => `${matter_id} ${place} ${mark}`

/**
 * Acknowledged changes are keyed hashes of their content: what they become under the file's key. Those of a matter that does
 * not decrypt are left behind.
 */
async function readMarks({ db, ring }: ExportParts, firm_id: string, key: KeyRing) {
  const { current_key_id, sign } = key
  const between = { ...ring, current_key_id, sign }
  const marks = new Map<string, string>()
  const matters = await db.forFirm(firm_id, (tx) =>
    tx.all<{ matter_id: string }>(sql`select distinct matter_id from seen_changes`),
  )
  for (const { matter_id } of matters)
    for (const { place, mark, renewed } of await db
      .forFirm(firm_id, (tx) => listRenewedMarks(tx, between, matter_id))
      .catch((error: unknown) => {
        if (!isUnreadable(error)) throw error
        return []
      }))
      marks.set(nameMark(matter_id, place, mark), renewed)
  return marks
}

function renewMarks(
  source: AsyncIterable<Buffer>,
  { columns }: Table,
  marks: ReadonlyMap<string, string>,
  { current_key_id }: KeyRing,
) {
  // Two marks of the same content, by different keys, become one.
  const written = new Set<string>()
  return changeRows(source, (values) => {
    const { matter_id, place, mark } = rowOf(columns, values)
    const renewed = marks.get(nameMark(matter_id, place, mark))
    if (renewed === undefined || written.has(nameMark(matter_id, place, renewed))) return undefined
    written.add(nameMark(matter_id, place, renewed))
    values[columns.indexOf("mark")] = renewed
    values[columns.indexOf("mark_key_id")] = current_key_id
    return values
  })
}
