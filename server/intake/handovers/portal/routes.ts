import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { page } from "../../portal/page.ts"
import { endOneHandover, handOverParts } from "./hand-over.ts"
import { showHandovers } from "./page.tsx"
import { endUrl, handoversUrl } from "./urls.ts"

/** Parts that a client asks another person to fill in. Staff who act for a client may not open these pages. */
export function handoverRoutes(app: App, parts: Parts): void {
  page(app, parts, "GET", handoversUrl, (req, request) => showHandovers(req, request))
  page(app, parts, "POST", handoversUrl, (req, request) => handOverParts(req, request))
  page(app, parts, "POST", endUrl(":handover_id"), endOneHandover, { opens_parts: true })
}
