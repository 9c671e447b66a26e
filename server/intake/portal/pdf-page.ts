// PDF copies of signed-in pages: queried in the client's transaction, rendered after it.

import { findLogoBytes } from "../../firm/firms/logo/logo.ts"
import type { Parts } from "../../parts.ts"
import { safeName } from "../../platform/files/safe-names.ts"
import type { App } from "../../platform/http/app.ts"
import { attachment } from "../../platform/http/downloads/content-disposition.ts"
import { renderCopyPdf } from "../submissions/copy/copy-pdf.ts"
import type { Copy } from "../submissions/copy/copy-shape.ts"
import { languageOf, openPageRequest, type PageRequest } from "./page-request.ts"

/** Registers a PDF, open to staff who act for the client too; `read` throws "not found" if there is none. */
export function pdfPage(
  app: App,
  parts: Parts,
  url: string,
  read: (req: PageRequest, params: Record<string, string>) => Promise<{ copy: Copy; filename: string }>,
): void {
  app.get(
    url,
    { config: { guard: "portal", allows_impersonation: true }, schema: { hide: true } },
    async (request, reply) => {
      const { copy, filename, logo_file } = await request.inPortal(async (tx, client) => {
        const req = await openPageRequest(tx, client, parts, languageOf(request))
        const found = await read(req, request.params as Record<string, string>)
        return { ...found, logo_file: req.firm.logo_file }
      })
      return reply
        .headers({
          "Content-Type": "application/pdf",
          "Content-Disposition": attachment(`${safeName(filename)}.pdf`),
          "Cache-Control": "private, no-store",
        })
        .send(await renderCopyPdf(copy, await findLogoBytes(parts, logo_file)))
    },
  )
}
