// Enforces the architecture: who may import whom, which module writes which table, what every firm table must have.

import assert from "node:assert/strict"
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { before, test } from "node:test"
import { describeSettings } from "../server/commands/configuration.ts"
import { clientEmailNames } from "../server/firm/client-emails/client-emails.ts"
import { describeSchema } from "../server/platform/db/schema/schema-page.ts"
import { sql } from "../server/platform/db/sql.ts"
import { assertEach, assertNone } from "./harness/assert-each.ts"
import { provideService } from "./harness/service.ts"
import { findCircles, findFolderCircles, folderOf, isOfTests, readSources, wings } from "./source-graph.ts"

/** Tables of the installation, not of a firm; no request can read them. */
const ownTables = [
  "migrations",
  "installation",
  "master_keys",
  "processes",
  "backups",
  "browser_files",
  "sign_in_attempts",
  "apps",
]
/** Folders that import less than their wing may: their own files, and what is named here. */
const narrow: Record<string, readonly string[]> = {
  // Knows nothing about Foyer and could serve another program.
  "platform/embedded-postgres": [],
  "web/ui": [],
  "sites/reference": ["platform", "web/ui", "firm/events"],
  "sites/guide": ["platform", "web/ui", "sites/reference"],
  "sites/mcp": ["platform", "sites/reference"],
  "sites/sdk": ["platform", "web/ui", "sites/reference"],
  /** Runs on other machines. */
  sdk: [],
  /** Outside the server; loaded only through its functions. */
  demo: ["parts.ts", ...wings],
  "database-connections.ts": ["platform", "platform/embedded-postgres", "config.ts"],
  "config.ts": ["config-values.ts"],
  "config-values.ts": ["platform"],
}

/** Commands, the composition root, and the tables of contents. */
const root = /^server\/(commands\/|(parts|core|prepare-database|service|workers|shutdown|app|jobs|cli)\.ts$)/

/** How high a file stands. The firm's own pages stand on the frame of all pages, which stands on the firm. */
function heightOf(path: string): number {
  const [, wing = ""] = path.split("/")
  return wings.indexOf(wing === "firm" && isPage(path) ? "web" : wing)
}

const isPage = (path: string) => /\/(console|portal)\//.test(path)

/**
 * Files without server dependencies: they import only TypeBox and each other, so that every file, browser code
 * included, may import them.
 */
const isPure = (path: string) => /^server\/definition\/[\w/-]+\.ts$/.test(path)

const production = readSources("server", "sdk", "demo")

test("a file imports only from its own wing and from those before it, pages where they stand", () => {
  const faults = production.flatMap(({ path, folder, imports }) => {
    if (root.test(path)) return []
    const height = heightOf(path)
    const allowed = narrow[folder]
    if (height < 0 && !allowed) return [`${path}: no wing`]
    return imports
      .filter((target) => !isPure(target) && folderOf(target) !== folder && !target.startsWith("sdk/"))
      .filter((target) =>
        allowed
          ? !allowed.includes(folderOf(target)) && !allowed.includes(wingOf(target))
          : heightOf(target) > height || (heightOf(target) < 0 && target !== "server/parts.ts"),
      )
      .map((target) => `${path} imports ${target}`)
  })
  assert.deepEqual(faults, [])
})

test("only pages import pages, and those of the portal and of the console not each other", () => {
  const isDrawn = (path: string) => isPage(path) || /^server\/(web|sites)\/|\.tsx$/.test(path)
  const faults = production.flatMap(({ path, imports }) => {
    if (root.test(path)) return []
    const side = sideOf(path)
    return imports
      .filter(
        (target) =>
          !isPure(target) &&
          ((isDrawn(target) && !isDrawn(path)) || (side && sideOf(target) && side !== sideOf(target))),
      )
      .map((target) => `${path} imports ${target}`)
  })
  assert.deepEqual(faults, [])
})

const sideOf = (path: string) => /\/(console|portal)\//.exec(path)?.[1]

const wingOf = (path: string) => path.split("/")[1] ?? ""

test("the product imports no test code, and only commands import the demo and the client package", () => {
  const outside = production.flatMap(({ path, folder, imports }) =>
    imports
      .filter((target) => !target.startsWith("server/") && folderOf(target) !== folder)
      .filter((target) => !(folder === "commands" && /^(demo|sdk)\//.test(target)))
      .map((target) => `${path} imports ${target}`),
  )
  assert.deepEqual(outside, [])
})

/** Emails to staff, whose words no firm changes; "trying" sends staff a test of any email. */
const staff_emails = [
  "server/firm/users/admin-mail.ts",
  "server/firm/users/console/account/own-email.tsx",
  "server/sites/console/team/member-form.tsx",
  "server/firm/users/notices.ts",
  "server/firm/users/passwords/forgotten-password.ts",
  "server/follow-up/digests/digests.ts",
  "server/intake/notifications/notify.ts",
  "server/outputs/exports/prepare-export.ts",
  "server/platform/mail/trying.ts",
]

test("every email that is not to staff goes through the words a firm can change, and each of those is sent", () => {
  const senders = production.filter(({ path, text }) => {
    return /\b(queueMail|addMail)\(/.test(text) && path !== "server/platform/mail/outbox.ts"
  })
  assert.deepEqual(
    senders.map(({ path }) => path).toSorted(),
    [...staff_emails, "server/firm/client-emails/sending.ts"].toSorted(),
    "queue an email to clients with queueClientEmail, and add it to clientEmails",
  )
  const others = production.filter(({ folder }) => folder !== "firm/client-emails").map(({ text }) => text)
  const unsent = clientEmailNames.filter((name) => !others.some((text) => text.includes(`"${name}"`)))
  assert.deepEqual(unsent, [])
})

test("ARCHITECTURE.md names every folder, feature, and file of the server's root, and only files that exist", () => {
  const map = readFileSync("ARCHITECTURE.md", "utf8")
  const [, tree = ""] = map.split("```")
  const words = new Set(tree.split(/[\s,;:]+/).map((word) => word.replace(/\/$/, "")))
  const unnamed = globSync(["server/*/", "server/*/*/", "server/*.ts"]).filter(
    (path) => !isOfTests(path) && !words.has(basename(path)),
  )
  assert.deepEqual(unnamed, [])
  const named = [...map.matchAll(/(?<![\w/-])[\w-]+\/[\w/-]+\.tsx?\b/g)].map(([path]) => path)
  assertNone(named, (path) => !existsSync(path) && !existsSync(`server/${path}`))
})

test("files are named in kebab-case", () => {
  const odd = globSync("{server,sdk,demo,test,bench,bin}/**/*").filter(
    (path) => /[A-Z_]/.test(path) && !path.endsWith("README.md"),
  )
  assert.deepEqual(odd, [])
})

test("there are no import cycles between files, type imports included", () => {
  assert.deepEqual(findCircles(new Map(production.map(({ path, imports }) => [path, imports]))), [])
})

test("the product has no exports that only tests use", () => {
  const words = production.map(({ path, text }) => ({ path, names: text.match(/\b[A-Za-z_]\w*/g) ?? [] }))
  const uses = new Map<string, number>()
  for (const { names } of words) for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
  const unused = production.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]
      .filter(([, name = ""]) => uses.get(name) === 1)
      .map(([, name]) => `${path}: ${name}`),
  )
  assert.deepEqual(unused, [])
})

test("a test with its own clock that removes old records of all firms has its own database", () => {
  const jobs = readFileSync("server/jobs.ts", "utf8")
  const removers = [...new Set(jobs.match(/\b(?:remove|sweep|purge|prune|delete|empty)[A-Z]\w+/g))]
  assert.ok(removers.length >= 10)
  // `remove(parts)` and `forPlatform(remove)` affect all firms; `remove(parts, firm_id)` and `firm.run(remove)` don't.
  const ofAll = new RegExp(
    `(?:${removers.join("|")})\\([\\w.]+\\)|forPlatform\\((?:${removers.join("|")})\\)`,
  )
  const faults = globSync("{server,test}/**/*.test.ts").filter((path) => {
    const text = readFileSync(path, "utf8")
    return ofAll.test(text) && /\bclock\b/.test(text) && !/own_database|createOwnDatabase/.test(text)
  })
  assert.deepEqual(faults, [])
})

test("a statement selects the columns its row type declares", () => {
  const read = /\.(?:one|all|maybe|readOnce)<\s*\{([^{}]*)\}\s*>\(\s*sql`((?:[^`\\]|\\.)*)`/g
  const statements = production.flatMap(({ path, text }) =>
    [...text.matchAll(read)].map(([, type = "", statement = ""]) => ({ path, type, statement })),
  )
  assert.ok(statements.length >= 100, `${statements.length} statements`)
  const missing = statements.flatMap(({ path, type, statement }) =>
    [...type.matchAll(/(\w+)\??:/g)]
      .filter(([, column]) => !statement.includes("*") && !new RegExp(`\\b${column}\\b`).test(statement))
      .map(([, column]) => `${path}: ${column}`),
  )
  assert.deepEqual(missing, [])
})

test("there are no import cycles between folders", () => {
  assert.deepEqual(findFolderCircles(production), [])
})

test("pages contain no SQL", () => {
  const faults = production
    .filter(({ path, folder, imports }) => {
      const isPage = folder === "portal" || folder === "console" || folder === "web/ui" || /\.tsx$/.test(path)
      return isPage && imports.includes("server/platform/db/sql.ts")
    })
    .map(({ path }) => path)
  assert.deepEqual(faults, [])
})

test("only the table of contents imports another folder's routes", () => {
  const faults = production
    .filter(({ path, folder }) => path !== "server/app.ts" && folder !== "commands")
    .flatMap(({ path, folder, imports }) =>
      imports
        .filter((target) => /\/routes\.tsx?$/.test(target) && folderOf(target) !== folder)
        .map((target) => `${path} imports ${target}`),
    )
  assert.deepEqual(faults, [])
})

test("schemas import only TypeBox and other schemas", () => {
  const faults = production
    .filter(({ path, folder }) => path.endsWith("/schema.ts") && folder !== "commands")
    .flatMap(({ path, text, imports }) => {
      const packages = packagesOf(text).filter((name) => name !== "typebox")
      const files = imports.filter((target) => !/\/(schema|shapes)\.ts$/.test(target) && !isPure(target))
      return [...packages, ...files].map((target) => `${path} imports ${target}`)
    })
  assert.deepEqual(faults, [])
})

function packagesOf(text: string): string[] {
  return [...text.matchAll(/from "([^."][^"]*)"/g)].map(([, name = ""]) => name)
}

test("pure files import only TypeBox and other pure files", () => {
  const faults = production
    .filter(({ path }) => isPure(path))
    .flatMap(({ path, text, imports }) => [
      ...imports.filter((target) => !isPure(target)).map((target) => `${path} imports ${target}`),
      ...packagesOf(text)
        .filter((name) => name !== "typebox")
        .map((name) => `${path} imports ${name}`),
    ])
  assert.deepEqual(faults, [])
})

test("browser code imports only pure files from the server", () => {
  const isIsland = (path: string) => /\/islands\//.test(path)
  const known = new Map(production.map((source) => [source.path, source]))
  const faults: string[] = []
  const walk = (path: string, from: string, seen = new Set<string>()): void => {
    if (seen.has(path)) return
    seen.add(path)
    const source = known.get(path)
    if (!source) return void faults.push(`${from} reaches ${path}, which is no source`)
    if (/from "(node:|pg"|fastify|@fastify|pino|pg-boss)/.test(source.text))
      faults.push(`${from} reaches ${path}, which needs the server`)
    for (const target of source.value_imports) walk(target, from, seen)
  }
  for (const { path } of production.filter(({ path }) => isIsland(path))) walk(path, path)
  assert.deepEqual(faults, [])
})

test("only commands and the composition root read the environment", () => {
  const readers = production
    // Samples for programs of others are texts.
    .filter(({ text }) => /(?<!"|\\\$\{)process\.env\b(?!`,\n)/.test(text))
    .map(({ folder }) => folder)
  assertNone([...new Set(readers)], (folder) => !["commands", "service.ts", "cli.ts", "sdk"].includes(folder))
})

test("each table is written by one module", () => {
  const writers = new Map<string, Set<string>>()
  for (const { folder, text } of production) {
    for (const [, table = ""] of text.matchAll(
      /\b(?:insert into|update|delete from)\s+(?:only\s+)?([a-z_]+)\b(?=[\s(])/g,
    )) {
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(folder))
    }
  }
  const shared = [...writers]
    .filter(([, folders]) => folders.size > 1)
    .map(([table, folders]) => `${table}: ${[...folders].join(", ")}`)
  assert.deepEqual(shared, [])
  assert.ok(writers.size > 15, `only ${writers.size} tables seem to be written: the search is broken`)
})

const service = provideService()
let tables = new Set<string>()
before(async () => {
  const rows = await service.db.forPlatform((tx) =>
    tx.all<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`),
  )
  tables = new Set(rows.map(({ name }) => name))
})

test("row-level security is enabled and forced on every firm table, with a single permissive policy", async () => {
  const faults = await service.db.forPlatform((tx) =>
    tx.all(sql`
    select c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${ownTables}::text[])
       and not (c.relrowsecurity and c.relforcerowsecurity
                and (select count(*) = 1 and bool_and(p.polname = 'of_the_firm' and p.polpermissive)
                       from pg_policy p where p.polrelid = c.oid))`),
  )
  assert.deepEqual(faults, [])
})

test("a firm's transactions can't access the installation's tables", async () => {
  const rights = await service.db.forPlatform((tx) =>
    tx.all(sql`
    select c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relname = any(${ownTables}::text[])
       and has_table_privilege('foyer_firm', c.oid, 'select, insert, update, delete')`),
  )
  assert.deepEqual(rights, [])
})

test("no function with its owner's rights can be called by every role of the server", async () => {
  const functions = await service.db.forPlatform((tx) =>
    tx.all<{ name: string; is_open: boolean }>(sql`
    select p.proname as name, exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
                                       where a.grantee = 0) as is_open
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`),
  )
  assert.ok(functions.length > 30)
  assertEach(
    functions.filter(({ is_open }) => is_open),
    ({ name }) => name,
    [],
  )
})

test("every table that belongs to a matter confines clients to their matter", async () => {
  const faults = await service.db.forPlatform((tx) =>
    tx.all(sql`
    select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'matter_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_policy p where p.polrelid = c.oid
                          and pg_get_expr(p.polqual, p.polrelid, true)
                            ~ 'THEN COALESCE[(].*hidden_matters[(][)].*WHEN ''client''::text THEN (false|(matter_)?id::text = [(]+ SELECT current_matter[(][)])')`),
  )
  assert.deepEqual(faults, [])
})

test("primary keys, unique constraints, and foreign keys of firm tables begin with firm_id", async () => {
  const faults = await service.db.forPlatform((tx) =>
    tx.all(sql`
    select c.relname, k.conname from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')
       and c.relname <> all(${["firms", ...ownTables]}::text[]) and a.attname <> 'firm_id'`),
  )
  assert.deepEqual(faults, [])
})

test("no firm may truncate a table, and views run with the reader's rights", async () => {
  const faults = await service.db.forPlatform((tx) =>
    tx.all(sql`
    select relname from pg_class c where relnamespace = 'public'::regnamespace
       and ((relkind = 'r' and has_table_privilege('foyer_firm', oid, 'truncate'))
         or (relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false)))`),
  )
  assert.deepEqual(faults, [])
})

test("every table can be backed up: the platform role can read all of it, and it has no sequence", async () => {
  const faults = await service.db.forPlatform((tx) =>
    tx.all(sql`
    select c.relname from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
       and (c.relkind in ('S', 'p', 'm', 'f')
         or c.relkind = 'r' and not (has_table_privilege(c.oid, 'select')
              and (not c.relrowsecurity
                or exists (select from pg_policy p where p.polrelid = c.oid
                              and pg_get_expr(p.polqual, p.polrelid) like '(acts_as(''foyer_platform''::name) OR %'))))`),
  )
  assert.deepEqual(faults, [])
})

test("every table has a comment in the database", async () => {
  const faults = await service.db.forPlatform((tx) =>
    tx.all(sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname <> 'migrations' and obj_description(oid, 'pg_class') is null`),
  )
  assert.deepEqual(faults, [])
})

test("the generated docs match the code", async () => {
  const schema = await service.db.forPlatform(describeSchema)
  assert.ok(
    readFileSync("docs/configuration.md", "utf8") === describeSettings(),
    "run: bin/foyer configuration > docs/configuration.md",
  )
  assert.ok(readFileSync("docs/schema.md", "utf8") === schema, "run: bin/foyer schema > docs/schema.md")
})

test("no file has more than 200 lines besides its imports without a reason in its first comment", () => {
  const own = (text: string) => text.replace(/^import [^"]*"[^"]+"\n/gm, "").trim()
  const long = production.filter(
    ({ text }) =>
      own(text).split("\n").length > 200 &&
      !/^\/\/.*\blong(er)?\b/m.test(text.split("\n").slice(0, 6).join("\n")),
  )
  assertEach(long, ({ path }) => path, [])
})
