import { readFile } from "node:fs/promises"
import type { App } from "../../platform/http/app.ts"
import { entityTagOf, namesTag } from "../../platform/http/responses/entity-tags.ts"
import { once } from "../../platform/once.ts"
import type { Assets } from "../ui/manifest.ts"
import { packClient } from "./package.ts"

/**
 * Serves clients, without authentication: the package for npm (npm install https://intake.firm.example/sdk/foyer.tgz),
 * and what a client generated for Python lacks. A new version of Foyer is a new file at the same address.
 */
export function sdkRoutes(app: App, { assets, version }: { assets: Assets; version: string }): void {
  const serve = (path: string, type: string, read: () => Promise<Buffer>) => {
    const file = once(async () => {
      const bytes = await read()
      return { bytes, tag: entityTagOf(bytes) }
    })
    app.get(path, async (request, reply) => {
      const { bytes, tag } = await file()
      reply.header("cache-control", "public, no-cache").header("etag", tag)
      if (namesTag(request.headers["if-none-match"], tag)) return reply.status(304).send()
      return reply.type(type).send(bytes)
    })
  }
  serve("/sdk/foyer.tgz", "application/gzip", () => packClient(app.swagger(), assets, version))
  serve("/sdk/foyer.py", "text/x-python; charset=utf-8", () => readFile(pythonFile))
}

const pythonFile = new URL("../../../sdk/python/foyer.py", import.meta.url)
