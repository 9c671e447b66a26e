// A database made by migrations with a fault, on the server of DATABASE_URL.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { BuiltTests } from "../build-tests.ts"
import { createEmptyDatabase, createOwnDatabase } from "../harness/own-database.ts"
import type { Planted } from "./planting.ts"

/** A copy of the migrations, with the fault if one is given: nothing that changes during the run disturbs it. */
export function copyMigrations(folder: string, fault?: Planted): string {
  const copy = join(folder, `migrations-${fault?.number ?? 0}/`)
  cpSync("server/migrations", copy, { recursive: true })
  if (fault) writeFileSync(join(copy, basename(fault.path)), fault.replacement)
  return copy
}

/** A database for one fault's tests; undefined if its tables can't be created. */
export async function prepareFaultyDatabase(
  { prepare }: BuiltTests,
  migrations: string,
): Promise<{ env: NodeJS.ProcessEnv; drop(): Promise<void> } | undefined> {
  const database = await createEmptyDatabase()
  const env = { DATABASE_URL: database.url, MUTANT_MIGRATIONS: migrations }
  const child = spawn(process.execPath, [prepare], { env: { ...process.env, ...env }, stdio: "ignore" })
  const [status] = await once(child, "exit")
  if (status !== 0) return database.drop().then(() => undefined)
  const prepared = await createOwnDatabase(new URL(database.url).pathname.slice(1))
  return {
    // The demo in the tables with the fault.
    env: { ...env, PREPARED_DEMO: "", PREPARED_DATABASE: new URL(prepared.url).pathname.slice(1) },
    drop: async () => {
      await database.drop()
      await prepared.drop()
    },
  }
}
