// Several readers of one request ask for the same: the matter, its people, the firm.
import { found } from "../errors.ts"
import type { Sql, Tx } from "./sql.ts"

/**
 * The same transaction for one request: a read with the same values is sent once, until something else is sent that may
 * change what it reads. So is a lock: what it holds, nobody else changes.
 */
export function readOnce(tx: Tx): Tx {
  const read = new Map<string, Promise<unknown[]>>()
  const all = async <Row>(statement: Sql): Promise<Row[]> => {
    const key = JSON.stringify([statement.text, statement.values])
    const earlier = read.get(key)
    if (earlier) return [...(await earlier)] as Row[]
    const kind = kindOf(statement)
    // Whoever held the lock before may have changed what was read.
    if (kind !== "read") read.clear()
    const rows = tx.all(statement)
    if (kind !== "change") read.set(key, rows)
    return [...(await rows)] as Row[]
  }
  const maybe = async <Row>(statement: Sql) => (await all<Row>(statement))[0]
  return {
    now: tx.now,
    all,
    maybe,
    one: async <Row>(statement: Sql) => found(await maybe<Row>(statement)),
    run: (statement) => {
      read.clear()
      return tx.run(statement)
    },
  }
}

/** A function that is called without a table may change anything. */
function kindOf({ text }: Sql): "read" | "lock" | "change" {
  const unlocked = text.replaceAll(/\bfor (?:no key update|update|share)\b/g, "")
  const isRead = /^\s*(?:select|with)\b[\s\S]*\bfrom\b/.test(text)
  if (!isRead || /\b(?:set_config|insert|update|delete)\b/.test(unlocked)) return "change"
  return unlocked === text ? "read" : "lock"
}
