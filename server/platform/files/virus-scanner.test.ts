import assert from "node:assert/strict"
import { execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { PassThrough, pipeline, Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { promisify } from "node:util"
import { type FakeClamd, startFakeClamd } from "../../../test/harness/fake-clamd.ts"
import { newFolder } from "../../../test/harness/new-folder.ts"
import { waitUntil } from "../../../test/harness/wait-until.ts"
import { openScanner, type Scanner, TooLargeToScan, VirusFound } from "./virus-scanner.ts"

let clamd: FakeClamd
let scanner: Scanner
before(async () => {
  clamd = await startFakeClamd()
  scanner = openScanner(clamd.address)
})
after(() => clamd.close())

async function scan(content: Buffer, by = scanner): Promise<Buffer> {
  const out = by.scan()
  // Small pieces, to exercise all alignments with the protocol's own chunks.
  const pieces = Array.from({ length: Math.ceil(content.length / 7_001) }, (_, n) =>
    content.subarray(n * 7_001, (n + 1) * 7_001),
  )
  pipeline(Readable.from(pieces), out, () => undefined)
  return buffer(out)
}
const isUnavailable = { kind: "unavailable", code: "scanner_unavailable" }

test("a clean file passes through unchanged, and the scanner sees all of it", async () => {
  const content = Buffer.alloc(3_000_000, "clean ")
  assert.ok((await scan(content)).equals(content))
  assert.ok(clamd.scanned.at(-1)?.equals(content))
  assert.equal((await scan(Buffer.alloc(0))).length, 0)
})

test("an infected file's stream never completes", async () => {
  const found = scan(Buffer.concat([Buffer.alloc(100_000, "x"), Buffer.from("eicar")]))
  await assert.rejects(
    found,
    (error) => error instanceof VirusFound && error.signature === "Eicar-Test-Signature",
  )
})

test("a scanner that is down, hangs, disconnects or has too small a limit lets nothing pass", async () => {
  await assert.rejects(scan(Buffer.from("clean"), openScanner("127.0.0.1:1")), isUnavailable)
  await assert.rejects(scan(Buffer.from("clean"), openScanner("/nowhere/clamd.sock")), isUnavailable)
  try {
    clamd.behave("hang")
    const hasty = openScanner(clamd.address, { connect_ms: 2_000, verdict_ms: 200 })
    await assert.rejects(scan(Buffer.from("clean"), hasty), isUnavailable)
    await assert.rejects(scan(Buffer.alloc(500_000, "clean"), hasty), isUnavailable)
    clamd.behave("cut")
    await assert.rejects(scan(Buffer.alloc(500_000, "clean")), isUnavailable)
    // A running scanner that disconnects on a large file has a limit that is too small.
    await assert.rejects(scan(Buffer.alloc(8_000_000, "clean")), TooLargeToScan)
    clamd.behave("small")
    await assert.rejects(scan(Buffer.alloc(2_000_000, "clean")), TooLargeToScan)
  } finally {
    clamd.behave("well")
  }
})

test("a source that breaks off or a reader that leaves closes the scanner's connection", async () => {
  const source = new PassThrough()
  const out = scanner.scan()
  const piped = new Promise((resolve) => pipeline(source, out, resolve))
  source.write("half")
  source.destroy(new Error("cut off"))
  assert.match(String(await piped), /cut off/)
  assert.ok(out.destroyed)
})

test("isThere returns whether the scanner responds", async () => {
  assert.equal(await scanner.isThere(), true)
  assert.equal(await openScanner("127.0.0.1:1").isThere(), false)
})

const program = "/usr/sbin/clamd"
test("the scanner works with the real ClamAV daemon", {
  skip: !existsSync(program) && "clamd is not installed",
}, async (t) => {
  const folder = newFolder("foyer-clamd-", t)
  // The daemon drops root privileges.
  await chmod(folder, 0o777)
  const socket = join(folder, "clamd.sock")
  const content = Buffer.from("A file that this test's own signature names.")
  const { createHash } = await import("node:crypto")
  const md5 = createHash("md5").update(content).digest("hex")
  await writeFile(join(folder, "own.hdb"), `${md5}:${content.length}:Own.Test\n`)
  await writeFile(
    join(folder, "clamd.conf"),
    `Foreground yes\nLocalSocket ${socket}\nDatabaseDirectory ${folder}\nStreamMaxLength 2M\n`,
  )
  const daemon = spawn(program, ["-c", join(folder, "clamd.conf")], { stdio: "ignore" })
  t.after(() => daemon.kill("SIGKILL"))
  const real = openScanner(socket)
  await waitUntil(() => real.isThere(), "clamd does not start")
  const clean = Buffer.alloc(1_000_000, "clean")
  assert.ok((await scan(clean, real)).equals(clean))
  await assert.rejects(
    scan(content, real),
    (error) => error instanceof VirusFound && error.signature.startsWith("Own.Test"),
  )
  await assert.rejects(scan(Buffer.alloc(3_000_000, "clean"), real), TooLargeToScan)
  const version = await promisify(execFile)(program, ["--version"])
  t.diagnostic(version.stdout.trim())
})
