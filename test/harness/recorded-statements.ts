// Records the statements that are sent to PostgreSQL while something runs.
import pg from "pg"

export interface SentStatement {
  text: string
  values: unknown[]
}

/** What `work` sends, in its order; opening a transaction and checking who asks are one statement each. */
export async function recordStatements(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
    const [first] = words as [(string | Partial<SentStatement>)?]
    const { text = "", values = [] } = typeof first === "string" ? { text: first } : (first ?? {})
    sent.push({ text: text.replace(/\s+/g, " ").trim(), values })
    return Reflect.apply(query, this, words)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent.filter(({ text }) => !/^(?:begin|commit|rollback)\b/.test(text))
}

/** Reads sent again with the same values, although nothing was written between: each with how often. */
export function listRepeated(statements: readonly SentStatement[]): string[] {
  let known = new Map<string, number>()
  const repeated = new Map<string, number>()
  for (const { text, values } of statements) {
    if (!/^(?:select|with)\b/i.test(text) || /for (?:no key )?update|set_config|nextval/.test(text)) {
      known = new Map()
      continue
    }
    const name = `${text} ${JSON.stringify(values)}`
    const times = (known.get(name) ?? 0) + 1
    known.set(name, times)
    if (times > 1) repeated.set(name, times)
  }
  return [...repeated].map(([name, times]) => `${times} × ${name}`)
}
