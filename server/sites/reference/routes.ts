import type { FastifyReply, FastifyRequest } from "fastify"
import Type from "typebox"
import { found } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { describeApi } from "../../platform/http/openapi.ts"
import { once } from "../../platform/once.ts"
import type { Assets } from "../../web/ui/manifest.ts"
import { description } from "./description.ts"
import type { Document } from "./document.ts"
import { listGuides, readChanges } from "./guides.ts"
import { groupOperations, renderGroup, renderReference } from "./page.tsx"
import { listPlainPages, writeList } from "./plain-pages.ts"
import { openSender } from "./sender.ts"
import { contentsOf, searchEntriesOf } from "./site.ts"
import { renderText } from "./text-page.tsx"

/** Call it before registering the routes it describes. */
export function collectReference(app: App): Promise<void> {
  return describeApi(app, description)
}

/** Returns the document as text, identical for every installation. */
export function printDocument(app: App): string {
  const document = { ...app.swagger(), servers: [{ url: "https://foyer.example" }] }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Serves the API's document and its documentation, without authentication. */
export function referenceRoutes(app: App, assets: Assets): void {
  const { page, json, plain } = openSender()
  // The document is whole once the application is ready, and stays the same.
  const groups = once(() => groupOperations(app.swagger() as object as Document))
  const contents = () => contentsOf(groups())
  const around = () => ({ source: app.swagger(), assets, contents: contents() })
  app.get("/v1/openapi.json", async (request, reply) =>
    json(request, reply.header("Access-Control-Allow-Origin", "*"), "document", () => app.swagger()),
  )
  app.get("/docs/search.json", async (request, reply) =>
    json(request, reply, "search", () => searchEntriesOf(groups())),
  )
  app.get("/docs", async (request, reply) => page(request, reply, "/docs", () => renderReference(around())))
  const text = (path: string, title: string, text: string) => renderText({ path, title, text, ...around() })
  app.get("/docs/changes", async (request, reply) =>
    page(request, reply, "/docs/changes", () => text("/docs/changes", "Changes", readChanges())),
  )

  const plainPages = once(() => listPlainPages(app.swagger()))
  const sendPlain = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { write } = found(plainPages().find((page) => `${page.path}.md` === path))
    return plain(request, reply, "markdown", path, write)
  }
  app.get("/llms.txt", async (request, reply) =>
    plain(request, reply, "plain", "/llms.txt", () => writeList(plainPages(), app.swagger())),
  )
  app.get("/docs.md", async (request, reply) => sendPlain(request, reply, "/docs.md"))
  app.get("/docs/:page", { schema: { params: PageParams } }, async (request, reply) => {
    const path = `/docs/${request.params.page}`
    if (path.endsWith(".md")) return sendPlain(request, reply, path)
    const group = found(groups().find((one) => one.path === path))
    return page(request, reply, path, () => renderGroup(group, around()))
  })
  app.get("/docs/guides/:page", { schema: { params: PageParams } }, async (request, reply) => {
    const path = `/docs/guides/${request.params.page}`
    if (path.endsWith(".md")) return sendPlain(request, reply, path)
    const { title, markdown } = found(listGuides().find((guide) => guide.path === path))
    return page(request, reply, path, () => text(path, title, markdown))
  })
}

const PageParams = Type.Object({ page: Type.String() })
