import { attachment } from "../../documents/content-disposition.ts"
import { getFirm } from "../../firms/firms.ts"
import { findLogoBytes } from "../../firms/logo/logo.ts"
import type { Parts } from "../../parts.ts"
import { notFound } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { copyOfSubmission } from "../../submissions/copy.ts"
import { renderCopyPdf } from "../../submissions/copy-pdf.ts"
import { languageOf } from "../language.ts"
import { openPageRequest } from "../page-request.ts"

/** A PDF of exactly what was sent, to keep. */
export function copyRoutes(app: App, parts: Parts): void {
  app.get(
    "/portal/submissions/:number/copy.pdf",
    { config: { guard: "portal", allows_impersonation: true }, schema: { hide: true } },
    async (request, reply) => {
      const { number } = request.params as { number: string }
      if (!/^[1-9]\d{0,5}$/.test(number)) throw notFound()
      const { copy, logo_file } = await request.inPortal(async (tx, client) => {
        const { lang: language } = await openPageRequest(tx, client, parts, languageOf(request))
        const { name: firm_name, time_zone, logo_file } = await getFirm(tx)
        const reader = { language, firm_name, time_zone }
        const copy = await copyOfSubmission(tx, parts.ring, client.matter_id, Number(number), reader)
        return { copy, logo_file }
      })
      const name = `${copy.subject} ${number}`.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")
      return reply
        .headers({
          "Content-Type": "application/pdf",
          "Content-Disposition": attachment(`${name}.pdf`),
          "Cache-Control": "private, no-store",
        })
        .send(await renderCopyPdf(copy, await findLogoBytes(parts, logo_file)))
    },
  )
}
