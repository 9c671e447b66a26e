import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, join } from "node:path"
import type { ComponentChild } from "preact"
import { openAssets } from "../../server/web/ui/assets.ts"
import { renderPage } from "../../server/web/ui/page.tsx"
import { deriveTheme } from "../../server/web/ui/theme.ts"
import { SettingsSample } from "./console-form.tsx"
import { ListSample, RecordSample } from "./console-pages.tsx"
import { FieldsSample } from "./portal-fields.tsx"
import { ErrorsSample } from "./portal-forms.tsx"
import { QuestionSample, ReviewSample, TasksSample, WelcomeSample } from "./portal-pages.tsx"

/** Every component in its states, as pages of a server with the product's security headers. */
export const samples: Record<string, { styles: "portal" | "console"; body: ComponentChild }> = {
  welcome: { styles: "portal", body: <WelcomeSample /> },
  tasks: { styles: "portal", body: <TasksSample /> },
  question: { styles: "portal", body: <QuestionSample /> },
  errors: { styles: "portal", body: <ErrorsSample /> },
  fields: { styles: "portal", body: <FieldsSample /> },
  review: { styles: "portal", body: <ReviewSample /> },
  list: { styles: "console", body: <ListSample /> },
  record: { styles: "console", body: <RecordSample /> },
  settings: { styles: "console", body: <SettingsSample /> },
}

/** Serves `/<sample>?color=…` and the assets on a free port of this machine. */
export async function serveSamples(): Promise<{ url: string; close(): void }> {
  const assets = await openAssets()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://sample")
    if (url.pathname.startsWith("/assets/")) {
      const type = url.pathname.endsWith(".css") ? "text/css" : "text/javascript"
      response.setHeader("content-type", type)
      return response.end(await readFile(join(assets.directory, basename(url.pathname))))
    }
    const sample = samples[url.pathname.slice(1)]
    if (!sample) return response.writeHead(404).end()
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-sample'; img-src 'self' data:"
    response.setHeader("content-security-policy", policy)
    response.setHeader("content-type", "text/html; charset=utf-8")
    return response.end(
      renderPage({
        assets,
        ...sample,
        lang: "en",
        title: `${url.pathname.slice(1)} - Hartwell & Pryce`,
        theme: deriveTheme(url.searchParams.get("color")),
        nonce: "sample",
        islands: ["copy"],
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
