// The style sheets and scripts of pages. Their names contain a hash of their content, and each process leaves those of its
// build in the database before it serves: during an upgrade a browser asks one process for the files of another's page,
// or an old process for files that a new version has replaced in its folder.
import { readFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import fastifyStatic from "@fastify/static"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Database } from "../db/database.ts"
import { sql } from "../db/sql.ts"
import { notFound } from "../errors.ts"
import type { App } from "../http/app.ts"
import { encodingFor } from "../http/responses/compression.ts"

export interface BrowserFiles {
  directory: string
  manifest: Readonly<Record<string, { url: string }>>
}

/** More builds than an upgrade ever mixes. */
const stored_builds = 5

/** A browser hardly notices it, and made-up names cost at most four reads a second. */
const gathering_ms = 250

const max_age_s = 365 * 24 * 3_600

/** Lets processes of other builds serve the files of this one. */
export async function shareBrowserFiles(db: Database, { directory, manifest }: BrowserFiles): Promise<void> {
  const names = Object.values(manifest).map(({ url }) => basename(url))
  await db.forPlatform(async (tx) => {
    // Two starts would otherwise wait for each other's rows.
    await tx.run(sql`lock table browser_files in share row exclusive mode`)
    // A start gives all files of its build one time, so each time stands for a build, also where clocks disagree.
    const { at } = await tx.one<{ at: Date }>(sql`
      select greatest(${tx.now}, max(started_at) + interval '1 millisecond') as at from browser_files`)
    const stored = await tx.all<{ name: string }>(sql`
      update browser_files set started_at = ${at} where name = any(${names}) returning name`)
    for (const name of names.filter((name) => !stored.some((row) => row.name === name))) {
      const content = await readFile(join(directory, `${name}.br`))
      await tx.run(
        sql`insert into browser_files (name, content, started_at) values (${name}, ${content}, ${at})`,
      )
    }
    await tx.run(sql`
      delete from browser_files where started_at <= (
        select started_at from browser_files group by started_at order by started_at desc
        limit 1 offset ${stored_builds})`)
  })
}

/** Serves the files of this build from its folder, and those of others from the database. */
export async function browserFileRoutes(app: App, db: Database, { directory }: BrowserFiles): Promise<void> {
  await app.register(
    async (files) => {
      const isShared = knowSharedNames(db)
      files.setNotFoundHandler((request, reply) => sendShared(db, isShared, request, reply))
      await files.register(fastifyStatic, {
        root: directory,
        immutable: true,
        maxAge: max_age_s * 1_000,
        preCompressed: true,
        decorateReply: false,
      })
    },
    { prefix: "/assets" },
  )
}

/** Whether another build has left a file of this name. Unknown names that come at about the same time share a read. */
function knowSharedNames(db: Database): (name: string) => Promise<boolean> {
  let names = new Set<string>()
  let query: Promise<void> | undefined
  const read = async () => {
    await sleep(gathering_ms)
    // A build may come after this read has begun, so whoever asks from now on waits for the next.
    query = undefined
    const rows = await db.forPlatform((tx) => tx.all<{ name: string }>(sql`select name from browser_files`))
    names = new Set(rows.map(({ name }) => name))
  }
  return async (name) => {
    if (!names.has(name)) {
      query ??= read()
      await query
    }
    return names.has(name)
  }
}

async function sendShared(
  db: Database,
  isShared: (name: string) => Promise<boolean>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, name, ending] = /^\/assets\/([\w-]{1,100}-[A-Z0-9]{8}\.(css|js))(?:\?|$)/.exec(request.url) ?? []
  const file =
    name &&
    (await isShared(name)) &&
    (await db.forPlatform((tx) =>
      tx.maybe<{ content: Buffer }>(sql`select content from browser_files where name = ${name}`),
    ))
  if (!file) throw notFound("There is nothing at this address.")
  reply
    .header("Cache-Control", `public, max-age=${max_age_s}, immutable`)
    .header("Vary", "accept-encoding")
    .type(ending === "css" ? "text/css; charset=utf-8" : "application/javascript; charset=utf-8")
  if (encodingFor(request.headers) !== "br") return reply.send(await decompress(file.content))
  return reply.header("Content-Encoding", "br").send(file.content)
}

const decompress = promisify(brotliDecompress)
