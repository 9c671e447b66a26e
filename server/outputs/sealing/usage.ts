import { rawSql, sql, type Tx } from "../../platform/db/sql.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import type { SealedColumn } from "./columns.ts"
import { registry } from "./registry.ts"
import { openSealed } from "./texts.ts"

export interface KeyUse {
  key_id: string
  table: string
  column: string
  words: string
  /** Counts sealed texts, not rows. */
  count: number
}

/** Counts the texts under each master key, by column. A single statement, so that it sees all tables at the same time. */
export async function countKeyUse(tx: Tx): Promise<KeyUse[]> {
  const marks = sql`
    select -1 as nth, coalesce(mark_key_id, 'unknown') as key_id, count(*) from seen_changes group by 2`
  const counts = registry.map(({ table, texts }, nth) =>
    rawSql(
      `select ${nth}, split_part(text, '.', 2), count(*) from ${table}, unnest(${texts}) text where text is not null group by 2`,
    ),
  )
  const all = counts.reduce((joined, one) => sql`${joined} union all ${one}`, marks)
  const rows = await tx.all<{ nth: number; key_id: string; count: number }>(all)
  return rows.map(({ nth, key_id, count }) => {
    const column = registry[nth] ?? { table: "seen_changes", column: "mark", words: "an acknowledged change" }
    return { key_id, count, table: column.table, column: column.column, words: column.words }
  })
}

export interface Unopened {
  column: SealedColumn
  key_id: string
  reason: string
}

/** Decrypts the newest text of each kind under each key, and returns those that do not decrypt. */
export async function tryOpening(tx: Tx, ring: KeyRing): Promise<Unopened[]> {
  const faults: Unopened[] = []
  for (const column of registry) {
    const { table, texts } = column
    const rows = await tx.all<{ key_id: string; row: Record<string, unknown> }>(
      rawSql(`
        select distinct on (1) split_part(text, '.', 2) as key_id, to_jsonb(t) as row
          from ${table} t, unnest(${texts}) text where text is not null
         order by 1, ${["firm_id", ...column.identity].map((name) => (table === "firms" ? "id" : name)).join(" desc, ")} desc`),
    )
    for (const { key_id, row } of rows) {
      const sealed = column.find(row).filter(({ text }) => text.split(".")[1] === key_id)
      try {
        for (const one of sealed) openSealed(ring, one)
      } catch (error) {
        faults.push({ column, key_id, reason: (error as Error).message })
      }
    }
  }
  return faults
}
