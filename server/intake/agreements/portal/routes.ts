import type { Parts } from "../../../parts.ts"
import type { App } from "../../../platform/http/app.ts"
import { page } from "../../portal/page.ts"
import { pdfPage } from "../../portal/pdf-page.ts"
import { signedCopyOf } from "../../submissions/copy/signed-copy.ts"
import { askToSignUrl, sendAskToSign, showAskToSign } from "./ask-to-sign.tsx"
import { originOf, showAgreement, sign } from "./sign-page.tsx"

export function agreementRoutes(app: App, parts: Parts): void {
  const url = "/portal/agreements/:agreement_id"
  page(app, parts, "GET", url, (req, request) => showAgreement(req, request), { allows_impersonation: true })
  // Staff who act for a client may not sign.
  page(app, parts, "POST", url, sign, { prepare: originOf })
  page(app, parts, "GET", askToSignUrl, showAskToSign)
  page(app, parts, "POST", askToSignUrl, sendAskToSign)
  pdfPage(app, parts, "/portal/signatures/:signature_id/copy.pdf", (req, { signature_id = "" }) =>
    signedCopyOf(req.tx, req.firm, req.matter.id, signature_id, req.client),
  )
}
