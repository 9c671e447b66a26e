// Several readers of one page ask for the same: the matter, its people, the firm.
import { found } from "../errors.ts"
import type { Sql, Tx } from "./sql.ts"

/**
 * The same transaction, for a request that only shows something: a read with the same values is sent once, until
 * something else is sent.
 */
export function readOnce(tx: Tx): Tx {
  const read = new Map<string, Promise<unknown[]>>()
  const all = async <Row>(statement: Sql): Promise<Row[]> => {
    if (!isRead(statement)) {
      read.clear()
      return tx.all(statement)
    }
    const key = JSON.stringify([statement.text, statement.values])
    const rows = read.get(key) ?? tx.all(statement)
    read.set(key, rows)
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

function isRead({ text }: Sql): boolean {
  return /^\s*(?:select|with)\b/.test(text) && !/\b(?:set_config|for|insert|update|delete)\b/.test(text)
}
