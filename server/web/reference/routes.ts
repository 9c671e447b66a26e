import type { App } from "../../platform/http/app.ts"
import { describeApi } from "../../platform/http/openapi.ts"
import type { Assets } from "../ui/manifest.ts"
import { description } from "./description.ts"
import { renderReference } from "./page.tsx"

/** Call it before registering the routes it describes. */
export function collectReference(app: App): Promise<void> {
  return describeApi(app, description)
}

/** Returns the document as text, identical for every installation. */
export function printDocument(app: App): string {
  const document = { ...app.swagger(), servers: [{ url: "https://foyer.example" }] }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Serves the API's document and its reference page, without authentication. */
export function referenceRoutes(app: App, assets: Assets): void {
  let text: string | undefined
  let page: string | undefined
  app.get("/v1/openapi.json", async (_, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type("application/json; charset=utf-8").header("Access-Control-Allow-Origin", "*").send(text)
  })
  app.get("/docs", async (_, reply) => {
    page ??= renderReference(app.swagger(), assets)
    return reply
      .type("text/html; charset=utf-8")
      .header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
      .send(page)
  })
}
