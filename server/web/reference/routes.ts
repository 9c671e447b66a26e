import Type from "typebox"
import { found } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { describeApi } from "../../platform/http/openapi.ts"
import type { Assets } from "../ui/manifest.ts"
import { description } from "./description.ts"
import type { Document } from "./document.ts"
import { listGuides, readChanges } from "./guides.ts"
import { groupOperations, renderReference } from "./page.tsx"
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
  const { page, json } = openSender()
  const groups = () => groupOperations(app.swagger() as object as Document)
  app.get("/v1/openapi.json", async (request, reply) =>
    json(request, reply.header("Access-Control-Allow-Origin", "*"), "document", () => app.swagger()),
  )
  app.get("/docs/search.json", async (request, reply) =>
    json(request, reply, "search", () => searchEntriesOf(groups())),
  )
  const contents = () => contentsOf(groups())
  app.get("/docs", async (request, reply) =>
    page(request, reply, "/docs", () => renderReference(app.swagger(), assets, contents())),
  )
  const text = (path: string, title: string, text: string) =>
    renderText({ path, title, text, assets, contents: contents(), source: app.swagger() })
  app.get("/docs/changes", async (request, reply) =>
    page(request, reply, "/docs/changes", () => text("/docs/changes", "Changes", readChanges())),
  )
  app.get("/docs/guides/:guide", { schema: { params: GuideParams } }, async (request, reply) => {
    const { path, title, markdown } = found(
      listGuides().find(({ path }) => path === `/docs/guides/${request.params.guide}`),
    )
    return page(request, reply, path, () => text(path, title, markdown))
  })
}

const GuideParams = Type.Object({ guide: Type.String() })
