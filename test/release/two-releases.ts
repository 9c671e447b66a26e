// This version's package, and the next version's, which has one more migration and other files for browsers.
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { copyCheckout, pack } from "./packed-copy.ts"

interface TwoReleases {
  today: string
  next: string
  migration: string
}

/** The paths of both packages, made once in this process and removed when it ends. */
export function packTwo(): Promise<TwoReleases> {
  packed ??= packBoth()
  return packed
}

let packed: Promise<TwoReleases> | undefined

async function packBoth(): Promise<TwoReleases> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-releases-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const copy = await copyCheckout(folder)
  const today = await pack(copy)
  const migrations = readdirSync(join(copy, "server/migrations")).filter((name) => name.endsWith(".sql"))
  const migration = `${String(migrations.length + 1).padStart(4, "0")}-next.sql`
  changeVersion(copy, nextPatch(copy), migration, "alter table matters add column room text default 'none';")
  for (const path of globSync(["server/web/ui/css/*.css", "server/**/islands/*.{ts,tsx}"], { cwd: copy }))
    appendFileSync(join(copy, path), path.endsWith(".css") ? "\n:root{--n:1}" : "\nself.n=1")
  return { today, next: await pack(copy), migration }
}

/** Copies an installed package as another version, with a migration after its own. */
export function createNext(
  installed: string,
  version: string,
  migration: string,
  statements: string,
): string {
  const next = `${installed}-${version}`
  cpSync(installed, next, { recursive: true })
  changeVersion(next, version, migration, statements)
  return next
}

function changeVersion(folder: string, version: string, migration: string, statements: string): void {
  const manifest = join(folder, "package.json")
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version }))
  writeFileSync(join(folder, "server/migrations", migration), statements)
}

function nextPatch(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }
  return version.replace(/\d+(?=\D*$)/, (patch) => String(Number(patch) + 1))
}
