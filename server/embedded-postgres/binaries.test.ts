import assert from "node:assert/strict"
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { type TestContext, test } from "node:test"
import { application } from "../database-connections.ts"
import { accountFor, canPass } from "./account.ts"
import { findPackage, prepareBinaries } from "./binaries.ts"

// Whatever the umask of this run, closed folders are closed on purpose here.
process.umask(0o022)

const account = accountFor("/nowhere", application)
const rootOnly = account ? false : "needs root"

test("programs whose installation script never ran get their links at first start", (t) => {
  const native = packageWithoutLinks(t, 0o755)
  const { folder, major_version } = prepareBinaries(native, "/nowhere", account, application)
  assert.equal(folder, join(native, "bin"))
  assert.equal(major_version, 18)
})

test("programs under root's own folder are copied to where the account can run them", {
  skip: rootOnly,
}, (t) => {
  const native = packageWithoutLinks(t, 0o700)
  assert.equal(canPass(account, native), false)
  const home = temporaryFolder(t, 0o755)
  const before = process.umask(0o077)
  t.after(() => process.umask(before))
  const first = prepareBinaries(native, home, account, application)
  assert.ok(first.folder.startsWith(home))
  assert.deepEqual(readdirSync(home), ["postgresql-18.4.0-beta.17"])
  assert.deepEqual(prepareBinaries(native, home, account, application), first)
})

test("programs that do not run here are refused with a sentence that names the way out", (t) => {
  const native = packageWithoutLinks(t, 0o755)
  rmSync(join(native, "lib", "libicuuc.so.60.2"))
  assert.throws(
    () => prepareBinaries(native, temporaryFolder(t, 0o755), account, application),
    /does not run .* DATABASE_URL/,
  )
})

function packageWithoutLinks(t: TestContext, mode: number): string {
  const copy = join(temporaryFolder(t, mode), "package")
  cpSync(dirname(findPackage(application)), copy, {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith(".a"),
  })
  return join(copy, "native")
}

function temporaryFolder(t: TestContext, mode: number): string {
  const parent = mkdtempSync(join(tmpdir(), "foyer-binaries-"))
  t.after(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, "folder")
  mkdirSync(folder)
  // The outer folder decides who gets in; mkdtemp makes it private.
  chmodSync(parent, mode)
  return folder
}
