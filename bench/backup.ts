// Measures how long a backup, its check, and a restore of 10,000 matters and 2 GB of files take as complete commands,
// and how much memory each needs.
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { type Demo, loadDemo } from "../demo/load.ts"
import { withCore, withNewCore } from "../server/commands/with-core.ts"
import { readConfig } from "../server/config.ts"
import { sql } from "../server/platform/db/sql.ts"
import { writeEncrypted } from "../server/platform/files/encrypted-files.ts"
import type { Core } from "../server/service.ts"
import { addManyMatters } from "./matters.ts"
import { environmentOf } from "./servers.ts"

const matters = 10_000
const files = 2_000
const file_bytes = 1024 * 1024
const wanted_s = 300
const folder = mkdtempSync(join(tmpdir(), "foyer-bench-"))
const environment = (data: string) => environmentOf(join(folder, data))
const backup = join(folder, "backup")

try {
  const config = readConfig(environment("data"))
  const demo = await withNewCore(loadDemo, config)
  // Opens new connections, because those that loaded the demo have cached plans for small tables.
  await withCore((core) => fill(core, demo), config)
  const first = await run("backup", "data", "backup", backup, "--json")
  const { rows, bytes } = JSON.parse(first.printed) as { rows: number; bytes: number }
  console.log(`${rows.toLocaleString("en-US")} rows, ${Math.round(bytes / 1024 ** 2)} MB`)
  await run("backup again", "data", "backup", backup, "--json")
  await run("check", "data", "restore", "--check", backup)
  mkdirSync(join(folder, "restored"), { mode: 0o700 })
  copyFileSync(join(folder, "data", "master.key"), join(folder, "restored", "master.key"))
  await run("restore", "restored", "restore", backup)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function fill({ db: ours, files: store, ring }: Core, demo: Demo): Promise<void> {
  const db = ours.withTimeout(10 * 60_000)
  await db.forFirm(demo.firm_id, (tx) => addManyMatters(tx, demo.questionnaires.planning, matters))
  const { id: user_id } = await db.forFirm(demo.firm_id, (tx) =>
    tx.one<{ id: string }>(sql`select id from users where is_firm_staff limit 1`),
  )
  const many = sql`(select id as matter_id, right(id, 24) as number from matters where id like 'matter\_0192F0C4%') as created`
  await db.forFirm(
    demo.firm_id,
    async (tx) => {
      await tx.run(sql`
        insert into contacts (id, matter_id, position, relationship_type, first_name, last_name, created_at)
        select 'contact_0192F0C' || to_hex(4 + n) || number, matter_id, n, '2CHLD', 'Child ' || n, 'Of ' || number, now()
          from ${many}, generate_series(1, 5) as n`)
      await tx.run(sql`
        insert into answers (id, matter_id, question_id, value, value_sealed, answered_at)
        select 'answer_0192F0' || lpad(upper(to_hex(n)), 2, '0') || number, matter_id,
               'question_' || lpad(upper(to_hex(n)), 32, '0'),
               case when n % 5 > 0 then to_jsonb(repeat('An answer of some words. ', 3)) end,
               case when n % 5 = 0 then 'v1.aaaaaaaa.' || repeat('A1b2C3d4', 12) end, now()
          from ${many}, generate_series(1, 30) as n`)
      await tx.run(sql`
        insert into changes (matter_id, record_id, field, revision, value, changed_at)
        select matter_id, matter_id, 'field_' || n, 1, to_jsonb('A value, ' || n), now()
          from ${many}, generate_series(1, 60) as n`)
      await tx.run(sql`
        insert into submissions (matter_id, number, reason, snapshot, submitted_by, submitted_at)
        select created.matter_id, 1, 'submitted', sent.snapshot, sent.submitted_by, now()
          from ${many}, (select snapshot, submitted_by from submissions order by length(snapshot::text) desc limit 1) as sent`)
    },
    { user_id },
  )
  const content = randomBytes(file_bytes)
  const { ids } = await db.forFirm(demo.firm_id, (tx) =>
    tx.one<{ ids: string[] }>(sql`
      select array_agg(id::text) as ids from (select id from matters where id like 'matter\_0192F0C4%' limit ${files}) as chosen`),
  )
  for (const [index, matter_id] of ids.entries()) {
    const id = `document_P0192F0C4${index.toString(16).toUpperCase().padStart(24, "0")}`
    const key = `documents/${demo.firm_id}/${id}`
    const written = await writeEncrypted(store, ring, key, Readable.from([content]), {
      max_bytes: 2 * file_bytes,
    })
    await db.forFirm(demo.firm_id, (tx) =>
      tx.run(sql`
        insert into documents (id, matter_id, request_id, filename, size, content_type, sha256, file_key, wrapped_key,
                               uploaded_at)
        values (${id}, ${matter_id}, ${`docreq_${"0".repeat(32)}`}, 'Statement.pdf', ${written.size}, 'application/pdf',
                ${written.sha256}, ${key}, ${written.wrapped_key}, ${tx.now})`),
    )
  }
}

/** Runs one command; returns its duration and peak memory. */
async function run(name: string, data: string, ...words: string[]): Promise<{ printed: string }> {
  const started_ms = performance.now()
  const child = spawn(process.execPath, ["bin/foyer", ...words], {
    env: environment(data),
    stdio: ["ignore", "pipe", "inherit"],
  })
  let printed = ""
  let max_kb = 0
  const watch = setInterval(() => {
    const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
    max_kb = Math.max(max_kb, Number(kb ?? 0))
  }, 200)
  child.once("exit", () => clearInterval(watch))
  child.stdout.on("data", (chunk) => {
    printed += String(chunk)
  })
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${printed}`)
  const seconds = (performance.now() - started_ms) / 1000
  console.log(
    `${name.padEnd(12)} ${seconds.toFixed(1)} s, ${Math.round(max_kb / 1024)} MB at most (wanted ≤ ${wanted_s} s)`,
  )
  return { printed }
}
