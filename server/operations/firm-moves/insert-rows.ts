import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type pg from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { changeSuspension } from "../../firm/firms/firms.ts"
import { renewMarks } from "../../intake/submissions/review/renewing-marks.ts"
import type { Database } from "../../platform/db/database.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import { openTx, queryOptions } from "../../platform/db/statements.ts"
import { announceFilesInUse } from "../../platform/files/stored-files.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { enqueueJobs, openRestoredJobs } from "../backups/jobs.ts"
import { listed, sessionSettings } from "../backups/tables.ts"
import { jobs_path, type MovingFirm, ringBetween, tablePath, UnusableFirmFile } from "./firm-file.ts"
import { listMovingTables } from "./moving-tables.ts"
import { sealRowsAgain } from "./rows.ts"

export interface InsertedRows {
  rows: number
  /** Passkeys left behind: they work only at the host where they were created. */
  passkeys: number
  /** Emails and webhooks that were still to be sent. */
  jobs: number
  /** What does not decrypt here either. */
  unreadable: string[]
}

export interface Inserting {
  db: Database
  client: pg.Client
  ring: KeyRing
  base_url: string
  moving: MovingFirm
  key: KeyRing
  /** The bytes of a part of the file. */
  read(path: string): Promise<Readable>
}

/** Inserts every row of a firm in one transaction. The firm is suspended then. */
export async function insertRows(input: Inserting): Promise<InsertedRows> {
  const { client, moving } = input
  const { id } = moving.firm
  await client.query("begin")
  await client.query(sessionSettings)
  await client.query("set constraints all deferred")
  await client.query("set local foyer.moving_in = 'on'")
  await enterFirm(client, id, "on")
  const copied = await copyTables(input)
  const tx = openTx(client as pg.PoolClient, input.db.clock(), queryOptions(600_000, false))
  await announceFilesInUse(tx, id)
  await changeSuspension(tx, id, true)
  const jobs = await copyJobs(input)
  await client.query("set local role foyer_firm")
  await enterFirm(client, id, "")
  // As in the pool, several statements may be under way from here on. Copying could not share its connection.
  Object.assign(client, { pipeline: true })
  await renewAllMarks(tx, input)
  await client.query("commit")
  return { ...copied, jobs }
}

async function enterFirm(client: pg.Client, firm_id: string, sees_all: "on" | ""): Promise<void> {
  await client.query(
    "select set_config('foyer.firm_id', $1, true), set_config('foyer.all_firms', $2, true)",
    [firm_id, sees_all],
  )
}

async function copyTables(input: Inserting): Promise<Omit<InsertedRows, "jobs">> {
  const { client, moving, key, ring, base_url, read } = input
  const isMovingHost = new URL(moving.address).hostname !== new URL(base_url).hostname
  const sealing = ringBetween(key, ring)
  let [all, passkeys] = [0, 0]
  const unreadable: string[] = []
  for (const { name } of await listMovingTables(client)) {
    const table = moving.tables.find((one) => one.name === name)
    if (!table) continue
    if (name === "passkeys" && isMovingHost) {
      passkeys = table.rows
      continue
    }
    const rows = sealRowsAgain(await read(tablePath(name)), table, sealing, (which) => unreadable.push(which))
    const inserted = await copyTable(client, table, rows, moving.firm.id).catch((error: Error) => {
      throw new UnusableFirmFile(
        `Rows of the table ${name} can’t be inserted: ${error.message}. Nothing was imported.`,
        { cause: error },
      )
    })
    if (inserted !== table.rows)
      throw new UnusableFirmFile(
        `The file has ${inserted} rows of ${moving.firm.name} in ${name}, and should have ${table.rows}. Nothing was imported. Export the firm again.`,
      )
    all += inserted
  }
  return { rows: all, passkeys, unreadable }
}

/** Inserts rows of the firm, and returns how many. No role under row-level security may copy into the table itself. */
async function copyTable(
  client: pg.Client,
  { name, columns }: MovingFirm["tables"][number],
  rows: AsyncIterable<Buffer>,
  firm_id: string,
): Promise<number> {
  const names = listed(columns)
  await client.query(`create temporary table arriving as select ${names} from public.${name} limit 0`)
  await pipeline(
    Readable.from(rows, { objectMode: false }),
    client.query(copyFrom(`copy arriving (${names}) from stdin`)),
  )
  const { rowCount } = await client.query(
    `insert into public.${name} (${names}) select ${names} from arriving
      where ${name === "firms" ? "id" : "firm_id"} = $1`,
    [firm_id],
  )
  await client.query("drop table arriving")
  return rowCount ?? 0
}

async function copyJobs({ client, read }: Inserting): Promise<number> {
  await pipeline(await read(jobs_path), await openRestoredJobs(client))
  await enqueueJobs(client)
  const { rows } = await client.query<{ count: number }>("select count(*)::int as count from restored_jobs")
  return rows[0]?.count ?? 0
}

/** Acknowledged changes, as this installation signs them. */
async function renewAllMarks(tx: Tx, { ring, key }: Inserting): Promise<void> {
  const matters = await tx.all<{ matter_id: string }>(sql`select distinct matter_id from seen_changes`)
  for (const { matter_id } of matters) await renewMarks(tx, { ...ring, isSigned: key.isSigned }, matter_id)
}
