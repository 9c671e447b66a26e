// Released migrations are append-only: a database never applies a file twice.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

const folder = "server/migrations"

/** A folder's migrations by name, in order, with the SHA-256 of each. */
type Checksums = ReadonlyMap<string, string>

function readMigrations(): Checksums {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
  return new Map(names.map((name) => [name, checksumOf(readFileSync(join(folder, name)))]))
}

const checksumOf = (text: string | Buffer) => createHash("sha256").update(text).digest("hex")

/** Parses `released.txt`. Throws for a line that `sha256sum -c` would reject. */
function readReleased(text: string): Checksums {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  return new Map(
    lines.map((line) => {
      const [, checksum, name] = /^([0-9a-f]{64}) [ *](\S+\.sql)$/.exec(line) ?? assert.fail(line)
      return [name ?? "", checksum ?? ""]
    }),
  )
}

/** Changes that a database with the released migrations would refuse or never get. */
function findFaults(released: Checksums, here: Checksums): string[] {
  const last = [...released.keys()].sort().at(-1) ?? ""
  const changed = [...released].flatMap(([name, checksum]) => {
    const now = here.get(name)
    if (now === undefined) return [`${name} was released and is gone`]
    return now === checksum ? [] : [`${name} was released and has changed`]
  })
  const late = [...here.keys()].filter((name) => !released.has(name) && name < last)
  return [...changed, ...late.map((name) => `${name} comes before ${last}, which was released`)]
}

/** Numbers that are missing, duplicated, or not of four digits. */
function findGaps(names: readonly string[]): string[] {
  return names.filter((name, at) => !name.startsWith(`${String(at + 1).padStart(4, "0")}-`))
}

test("released migrations don't change, and new ones come after them", () => {
  const released = readReleased(readFileSync(join(folder, "released.txt"), "utf8"))
  assert.deepEqual(
    findFaults(released, readMigrations()),
    [],
    "leave it as released, and say what is new in another file with a higher number",
  )
})

test("a released migration that is changed, renamed, removed, or reordered is detected", () => {
  const before = new Map([
    ["0001-firms.sql", checksumOf("create table firms ();")],
    ["0003-answers.sql", checksumOf("create table answers ();")],
  ])
  const text = `# Comment.\n${[...before].map(([name, sum]) => `${sum}  ${name}\n`).join("")}`
  const released = readReleased(text)
  assert.deepEqual(released, before)
  assert.deepEqual(findFaults(released, new Map([...before, ["0004-access.sql", ""]])), [])
  assert.deepEqual(findFaults(released, new Map([...before, ["0003-answers.sql", checksumOf("changed")]])), [
    "0003-answers.sql was released and has changed",
  ])
  assert.deepEqual(findFaults(released, new Map([["0001-firms.sql", before.get("0001-firms.sql") ?? ""]])), [
    "0003-answers.sql was released and is gone",
  ])
  assert.deepEqual(findFaults(released, new Map([...before, ["0002-matters.sql", ""]])), [
    "0002-matters.sql comes before 0003-answers.sql, which was released",
  ])
  assert.throws(() => readReleased("0001-firms.sql"))
})

test("migrations are numbered from 0001 on, without gaps or duplicates", () => {
  assert.deepEqual(findGaps([...readMigrations().keys()]), [])
  assert.deepEqual(findGaps(["0001-firms.sql", "0003-answers.sql"]), ["0003-answers.sql"])
  assert.deepEqual(findGaps(["0001-firms.sql", "0001-more.sql"]), ["0001-more.sql"])
})
