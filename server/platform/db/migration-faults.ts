// What operators read when a migration cannot be applied: the file, the place in it, the state of the database, and the
// way on.
import type pg from "pg"

/** A database error, with the place in the migration that failed. */
interface StatementError extends Error {
  code?: string
  /** Of a character, counted from 1; only errors found before a statement runs have it. */
  position?: string
  /** Where in a function or `do` block it happened. */
  where?: string
  detail?: string
  statement?: number
  migration_line?: number
}

/** Adds the line of `text` that the database's error names, if it names one. */
export function withLine(error: unknown, text: string): unknown {
  const { position } = error as StatementError
  if (!position) return error
  // PostgreSQL counts characters, not UTF-16 units.
  const before = Array.from(text).slice(0, Number(position) - 1)
  return Object.assign(error as Error, {
    migration_line: before.filter((character) => character === "\n").length + 1,
  })
}

/** Counts the statements that `client` completes: PostgreSQL does not say which one of several failed. */
export function countStatements(client: pg.Client) {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  let completed = 0
  const count = () => {
    completed += 1
  }
  connection.on("commandComplete", count)
  return {
    restart: () => {
      completed = 0
    },
    noted: (error: unknown): unknown =>
      // The first statement is ours: it opens the tables of all firms.
      error instanceof Error ? Object.assign(error, { statement: Math.max(1, completed) }) : error,
    stop: () => void connection.off("commandComplete", count),
  }
}

/** The error for a migration that failed, and was rolled back, after `applied` had been applied. */
export function failedMigration(error: unknown, name: string, applied: readonly string[]): Error {
  const { code, message, where, detail, statement, migration_line } = error as StatementError
  const place = migration_line ? `at line ${migration_line}` : `in statement ${statement}`
  const inside = where ? ` (${where.split("\n")[0]})` : ""
  const reason =
    code === "55P03"
      ? "its tables stayed in use until the last attempt"
      : `${message}${detail ? `, ${detail}` : ""}`
  const state =
    applied.length === 0
      ? "The database is as it was: the version that ran before works on it."
      : `The database is in good order, with ${applied.join(", ")} applied; the version that ran before no longer starts on it, but those still running go on.`
  const remedy =
    code === "55P03"
      ? "End long transactions (select pid, state, query from pg_stat_activity order by xact_start), then start again."
      : "Correct the cause and start again: it continues with this migration. Otherwise, restore the backup from before the upgrade into an empty database."
  return new Error(
    `Migration ${name} failed ${place}${inside} and was rolled back: ${reason}. ${state} ${remedy}`,
    { cause: error },
  )
}

/** The error for a migration that the database has in another form. */
export function changedMigration(name: string): Error {
  return new Error(
    `Migration ${name} is not the one this database was created with. Nothing was changed. If Foyer is a release, its files were edited: install it again. If the database is from an unreleased version, run foyer backup, and restore the backup into an empty database with foyer restore --adapt (docs/operating.md, Upgrading). If you are changing the tables, add a new migration instead.`,
  )
}
