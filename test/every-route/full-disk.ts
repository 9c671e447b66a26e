import type { Database } from "../../server/platform/db/database.ts"
import type { Sql, Tx } from "../../server/platform/db/sql.ts"

/** The same database as if its disk were full for whoever comes with a key: it is read, and refuses to write. */
export function withFullDisk(db: Database): Database {
  return {
    ...db,
    withTimeout: (timeout_ms) => withFullDisk(db.withTimeout(timeout_ms)),
    forBearer: (proof, check, work, options) =>
      db.forBearer(proof, check, (tx) => work(refusingWrites(tx)), options),
  }
}

function refusingWrites(tx: Tx): Tx {
  const refuse = (statement: Sql) => {
    if (/\b(insert into|(?<!for )update|delete from)\b/i.test(statement.text))
      throw Object.assign(new Error("No space left on device"), { code: "53100" })
  }
  return new Proxy(tx, {
    get(target, name: keyof Tx) {
      const part = target[name]
      if (typeof part !== "function") return part
      return async (statement: Sql) => {
        refuse(statement)
        return (part as (statement: Sql) => Promise<unknown>).call(target, statement)
      }
    },
  })
}
