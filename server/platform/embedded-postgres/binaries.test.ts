import assert from "node:assert/strict"
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { type TestContext, test } from "node:test"
import { newFolder } from "../../../test/harness/new-folder.ts"
import { application } from "../../database-connections.ts"
import { accountFor, canPass } from "./account.ts"
import { findPackage, prepareBinaries } from "./binaries.ts"

// Folders that are private here are meant to be private, whatever the umask.
process.umask(0o022)

const account = accountFor("/nowhere", application)
const rootOnly = account ? false : "needs root"

test("programs whose installation script never ran get their links at the first start", (t) => {
  const native = packageWithoutLinks(t, 0o755)
  const { folder, major_version } = prepareBinaries(native, "/nowhere", account, application)
  assert.equal(folder, join(native, "bin"))
  assert.equal(major_version, 18)
})

test("programs in root's own folder are copied to where the account can run them", {
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

test("programs that cannot run here are refused with a sentence that names the remedy", (t) => {
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
  const parent = newFolder("foyer-binaries-", t)
  const folder = join(parent, "folder")
  mkdirSync(folder)
  // The outer folder controls access; mkdtemp makes it private.
  chmodSync(parent, mode)
  return folder
}
