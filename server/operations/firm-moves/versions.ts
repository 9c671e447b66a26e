// Whether this program can take in what another version of it wrote. A later version takes what an earlier one wrote, as
// long as its migrations since only added tables and columns.
import { readdir } from "node:fs/promises"
import type pg from "pg"
import { readMigration } from "../../platform/db/schema/migrate.ts"
import { type MovingFirm, UnusableFirmFile } from "./firm-file.ts"
import { listMovingTables } from "./moving-tables.ts"

export async function requireKnownMigrations(
  { migrations, program }: MovingFirm,
  folder: URL,
): Promise<void> {
  const here = (await readdir(folder)).filter((name) => name.endsWith(".sql"))
  const unknown = migrations.find((name) => !here.includes(name))
  if (unknown)
    throw new UnusableFirmFile(
      `The file was written by a newer Foyer (${program}): this one does not know its migration ${unknown}. Nothing was imported. Upgrade this installation first.`,
    )
  for (const name of here.filter((one) => !migrations.includes(one)))
    if (changesRows((await readMigration(folder, name)).text))
      throw new UnusableFirmFile(
        `The file was written by an older Foyer (${program}), and ${name} has changed rows since. Nothing was imported. Upgrade the other installation, then export the firm again.`,
      )
}

/** Statements of the migration itself begin their line; those of functions are indented. */
const changesRows = (text: string) => /^(update|insert|delete|with|do)\b/im.test(text)

/** Throws unless every table and column of the file is known here. */
export async function requireKnownTables(client: pg.Client, { tables, program }: MovingFirm): Promise<void> {
  const here = new Map((await listMovingTables(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of tables) {
    const odd = here.has(name) ? columns.find((column) => !here.get(name)?.includes(column)) : ""
    if (odd === undefined) continue
    throw new UnusableFirmFile(
      `The file (${program}) has the ${odd === "" ? `table ${name}` : `column ${name}.${odd}`}, which this Foyer does not know. Nothing was imported. Use the same version here and there.`,
    )
  }
}
