import { createHash } from "node:crypto"
import { keepLatest } from "../keep-latest.ts"

/** A SQL statement: text with placeholders (`$1…`) and their values. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
}

/** An open transaction. Rows have the column names of the SQL. */
export interface Tx {
  /** The time of the transaction, the same throughout. */
  readonly now: Date
  all<Row>(statement: Sql): Promise<Row[]>
  /** The first row; throws "not found" when there is none. */
  one<Row>(statement: Sql): Promise<Row>
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** Returns the number of affected rows. */
  run(statement: Sql): Promise<number>
}

class Fragment implements Sql {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[],
  ) {}
}

/** Builds a statement from a template. A nested `sql` is spliced in; anything else becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const values = parts.flatMap((part) => (part instanceof Fragment ? part.values : [part]))
  const nested = parts.map((part) => (part instanceof Fragment ? part.text : null))
  const known = texts.get(strings)
  if (known && isSame(known.nested, nested)) {
    return new Fragment(known.text, values)
  }
  const text = spliced(strings, parts)
  texts.set(strings, { nested, text })
  return new Fragment(text, values)
}

/** Caches each template's last text, which rarely changes, so that it need not be built and hashed again. */
const texts = new WeakMap<TemplateStringsArray, { nested: Nested; text: string }>()

/** The text of each nested statement, by template slot; null for a parameter. */
type Nested = readonly (string | null)[]

function isSame(some: Nested, others: Nested): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index])
}

function spliced(strings: TemplateStringsArray, parts: readonly unknown[]): string {
  let text = strings[0] ?? ""
  let count = 0
  parts.forEach((part, index) => {
    if (part instanceof Fragment) {
      const before = count
      text += part.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`)
      count += part.values.length
    } else {
      count += 1
      text += `$${count}`
    }
    text += strings[index + 1] ?? ""
  })
  return text
}

/** A condition: `column` is one of these values; always true without values. */
export function isAmong(column: Sql, values: readonly string[] | undefined): Sql {
  return values ? sql`${column} = any(${[...values]}::text[])` : sql`true`
}

/** Joins fragments, by default with commas. */
export function joinSql(fragments: readonly Sql[], separator = ", "): Sql {
  return fragments.reduce<Sql>(
    (joined, fragment, index) => (index === 0 ? fragment : sql`${joined}${rawSql(separator)}${fragment}`),
    sql``,
  )
}

/** Trusted SQL text (a column name, a separator); never user input. */
export function rawSql(text: string): Sql {
  return new Fragment(text, [])
}

/** A parameter for a `jsonb` column: the driver would turn a JavaScript array into a PostgreSQL array. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}

/** More than the program has; lists of values of every length add to them. */
const max_names = 5_000
const names = new Map<string, string>()

/** The name of a prepared statement, which PostgreSQL parses and plans once per connection. */
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash("sha1").update(text).digest("base64url")
    keepLatest(names, text, name, max_names)
  }
  return name
}

/** SQL for the name, or else the email address, of the user with this table alias; empty for no user. */
export function userName(user: Sql): Sql {
  return sql`coalesce(nullif(${user}.name, ''), ${user}.email, '')`
}

/** Dates that a firm reads and types are in the firm's time zone, not UTC. */
const zone = sql`(select f.time_zone from firms f where f.id = current_firm())`

/** The date of a timestamp in the firm's time zone. */
export function firmDayOf(moment: Date | Sql): Sql {
  return sql`(${moment}::timestamptz at time zone ${zone})::date`
}

/** The timestamp at which `after` days past `day` (`YYYY-MM-DD`) begin in the firm's time zone. */
export function startOfFirmDay(day: string, after = 0): Sql {
  return sql`((${day}::date + ${after}::integer)::timestamp at time zone ${zone})`
}

/** Today's date in the firm's time zone, `YYYY-MM-DD`. */
export async function readFirmDay(tx: Tx): Promise<string> {
  const { today } = await tx.one<{ today: string }>(sql`select ${firmDayOf(tx.now)} as today`)
  return today
}
