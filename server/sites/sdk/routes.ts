import { readFile } from "node:fs/promises"
import type { App } from "../../platform/http/app.ts"
import { sendTagged, tagged } from "../../platform/http/responses/entity-tags.ts"
import { once } from "../../platform/once.ts"
import type { Assets } from "../../web/ui/manifest.ts"
import { packClient } from "./package.ts"

/**
 * Serves clients, without authentication: the package for npm (npm install https://intake.firm.example/sdk/foyer.tgz),
 * and what a client generated for Python lacks. A new version of Foyer is a new file at the same address.
 */
export function sdkRoutes(app: App, { assets, version }: { assets: Assets; version: string }): void {
  const serve = (path: string, type: string, read: () => Promise<Buffer>) => {
    const file = once(async () => tagged(await read()))
    app.get(path, async (request, reply) => sendTagged(request, reply.type(type), await file()))
  }
  serve("/sdk/foyer.tgz", "application/gzip", () => packClient(app.swagger(), assets, version))
  serve("/sdk/foyer.py", "text/x-python; charset=utf-8", () => readFile(pythonFile))
}

const pythonFile = new URL("../../../sdk/python/foyer.py", import.meta.url)
