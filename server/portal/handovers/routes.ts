import type { Parts } from "../../parts.ts"
import type { App } from "../../platform/http/app.ts"
import { page } from "../page.ts"
import { endUrl, handoversUrl } from "./addresses.ts"
import { askForParts, endOne } from "./asking.ts"
import { showHandovers } from "./page.tsx"

/** What a client asks somebody else to fill in: the clients' own, so staff who act for them get none of it. */
export function handoverRoutes(app: App, parts: Parts): void {
  page(app, parts, "GET", handoversUrl, (req, request) => showHandovers(req, request))
  page(app, parts, "POST", handoversUrl, (req, request) => askForParts(req, request))
  page(app, parts, "POST", endUrl(":handover_id"), endOne, { opens_parts: true })
}
