import { registry, sealValueAgain } from "../../outputs/sealing/registry.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { rowOf, splitLines } from "../backups/files/row-files.ts"
import type { Table } from "../backups/tables.ts"

type Rows = AsyncIterable<Buffer>

/**
 * The rows with every sealed text sealed again by `ring`, and nothing else changed. A text that does not decrypt stays as it
 * is, and `onUnreadable` gets the words that name it.
 */
export function sealRowsAgain(
  source: Rows,
  { name, columns }: Pick<Table, "name" | "columns">,
  ring: KeyRing,
  onUnreadable: (which: string) => void,
) {
  const sealed = registry.filter(({ table, column }) => table === name && columns.includes(column))
  if (sealed.length === 0) return source
  return changeRows(source, (values) => {
    const row: Record<string, unknown> = rowOf(columns, values)
    for (const { column, type } of sealed)
      if (type === "jsonb" && row[column] !== null) row[column] = JSON.parse(String(row[column]))
    for (const one of sealed) {
      const at = columns.indexOf(one.column)
      if (row[one.column] === null) continue
      const name = () =>
        onUnreadable(`${one.words} (${one.table} ${one.identity.map((key) => row[key]).join("/")})`)
      values[at] = sealValueAgain(ring, one, row, values[at] ?? "", name)
    }
    return values
  })
}

/** The rows, each as `change` returns its values in COPY's text format; left out if it returns none. */
export async function* changeRows(
  source: Rows,
  change: (values: string[]) => string[] | undefined,
): AsyncGenerator<Buffer> {
  for await (const line of splitLines(source)) {
    const values = change(line.toString().split("\t"))
    if (values) yield Buffer.from(`${values.join("\t")}\n`)
  }
}

/** The rows, counted as they pass. */
export async function* countRows(source: Rows, onRows: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    let count = 0
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) count += 1
    onRows(count)
    yield piece
  }
}
