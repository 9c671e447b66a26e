// The rows of a table as JSON Lines, with their encrypted values decrypted.
import { once } from "node:events"
import { PassThrough, type Readable } from "node:stream"
import { listHiddenMatterIds } from "../../../intake/matters/parties/access-list.ts"
import { rawSql, sql } from "../../../platform/db/sql.ts"
import { columns, type Row } from "../../sealing/columns.ts"
import { openSealed } from "../../sealing/texts.ts"
import type { FirmSource } from "./source.ts"
import type { ExportedTable } from "./tables.ts"

/** Replaces a sensitive answer that stays masked. */
const mask = "••••"

/** A submission may be large, so few rows are in memory at a time. */
const rows_at_once = 50
const statement_timeout_ms = 600_000

/** Every row of the table that the actor may see, one JSON object per line, from a single snapshot. */
export function tableRecords(source: FirmSource, table: ExportedTable, onRow: () => void): Readable {
  const output = new PassThrough()
  const { db, firm_id, actor } = source
  const work = db.withTimeout(statement_timeout_ms).forFirm(
    firm_id,
    async (tx) => {
      const hidden_ids = new Set(await listHiddenMatterIds(tx))
      const hidden = rawSql(`'{${table.withheld.join(",")}}'::text[]`)
      await tx.run(sql`
        declare records no scroll cursor for
         select to_jsonb(t) - ${hidden} as row from ${rawSql(table.name)} t`)
      for (;;) {
        const rows = await tx.all<{ row: Row }>(rawSql(`fetch ${rows_at_once} from records`))
        if (rows.length === 0) return
        for (const { row } of rows) {
          onRow()
          const opened = openedRow(source, table.name, row)
          const line = `${JSON.stringify(hidden_ids.size > 0 ? withoutHidden(opened, hidden_ids) : opened)}\n`
          if (!output.write(line)) await Promise.race([once(output, "drain"), once(output, "close")])
          if (output.destroyed) throw new Error("The reader of the records has disconnected.")
        }
      }
    },
    actor,
  )
  work.then(
    () => output.end(),
    (error: Error) => output.destroy(error),
  )
  return output
}

const sensitive = new Set(["answers", "changes", "submissions", "private_submissions"])

/** The row with its encrypted values decrypted, or masked for sensitive answers that stay masked. */
function openedRow({ ring, reveal }: FirmSource, table: string, row: Row): unknown {
  const sealed = columns
    .filter((column) => column.table === table && row[column.column] != null)
    .flatMap((column) => column.find(row))
  if (sealed.length === 0) return row
  const isAnswer = sensitive.has(table)
  const opened = new Map(
    sealed.map((one) => {
      if (isAnswer && !reveal) return [one.text, mask]
      const text = String(openSealed(ring, one))
      return [one.text, isAnswer ? JSON.parse(text) : text]
    }),
  )
  return openedValue(row, opened)
}

/** `value_sealed` becomes `value`; an object with only an encrypted text becomes that text. */
function openedValue(value: unknown, opened: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === "string") return opened.get(value) ?? value
  if (Array.isArray(value)) return value.map((item) => openedValue(item, opened))
  if (value === null || typeof value !== "object") return value
  const { sealed } = value as { sealed?: unknown }
  if (typeof sealed === "string" && opened.has(sealed)) return opened.get(sealed)
  const members = Object.entries(value).filter(
    ([name]) => !(`${name}_sealed` in value && isSealedIn(value, name)),
  )
  return Object.fromEntries(
    members.map(([name, member]) => [
      typeof member === "string" && opened.has(member) ? name.replace(/_sealed$/, "") : name,
      openedValue(member, opened),
    ]),
  )
}

/**
 * Removes the ids of hidden matters and of the people named next to them. Conflict checks and imports belong to no
 * matter, and would reveal who is in which.
 */
function withoutHidden(value: unknown, hidden_ids: ReadonlySet<string>): unknown {
  if (typeof value === "string") return hidden_ids.has(value) ? null : value
  if (Array.isArray(value)) return value.map((item) => withoutHidden(item, hidden_ids))
  if (value === null || typeof value !== "object") return value
  const members = Object.entries(value)
  const isHidden = members.some(([name, member]) => name === "matter_id" && hidden_ids.has(member))
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      isHidden && name === "contact_id" ? null : withoutHidden(member, hidden_ids),
    ]),
  )
}

/** A row with a sealed value has null in the column for plain values. */
function isSealedIn(value: object, name: string): boolean {
  const members = value as Record<string, unknown>
  return members[name] === null && members[`${name}_sealed`] !== null
}
