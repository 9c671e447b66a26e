import type { App } from "../../platform/http/app.ts"
import { entityTagOf, namesTag } from "../../platform/http/responses/entity-tags.ts"
import { once } from "../../platform/once.ts"
import type { Assets } from "../ui/manifest.ts"
import { packClient } from "./package.ts"

/** Serves the client package to npm, without authentication: npm install https://intake.firm.example/sdk/foyer.tgz */
export function sdkRoutes(app: App, { assets, version }: { assets: Assets; version: string }): void {
  const pack = once(async () => {
    const bytes = await packClient(app.swagger(), assets, version)
    return { bytes, tag: entityTagOf(bytes) }
  })
  app.get("/sdk/foyer.tgz", async (request, reply) => {
    const { bytes, tag } = await pack()
    // A new version of Foyer is a new package at the same address.
    reply.header("cache-control", "public, no-cache").header("etag", tag)
    if (namesTag(request.headers["if-none-match"], tag)) return reply.status(304).send()
    return reply.type("application/gzip").send(bytes)
  })
}
