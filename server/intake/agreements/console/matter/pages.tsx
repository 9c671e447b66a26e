import { Readable } from "node:stream"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { findLogoBytes } from "../../../../firm/firms/logo/logo.ts"
import { safeName } from "../../../../outputs/exports/file-paths.ts"
import { signedCopyOf } from "../../../../outputs/exports/signed-copy.ts"
import { found } from "../../../../platform/errors.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import { CancelableForm } from "../../../../web/console/forms/submit-or-cancel.tsx"
import { matterCrumbs } from "../../../../web/console/matter/frame.tsx"
import { requireMatter } from "../../../../web/console/matter/require-matter.ts"
import type { PageRequest, RefusedForm } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import type { PageResponse, RawResponse, View } from "../../../../web/console/view.tsx"
import { Card } from "../../../../web/ui/components/card.tsx"
import { renderCopyPdf } from "../../../submissions/copy/copy-pdf.ts"
import { listMatching, requestSignature, type ToSign } from "../../signing.ts"
import { nameOf } from "../list-page.tsx"

export function matterAgreementRoutes(console: Console): void {
  const base = "/console/matters/:matter_id"
  console.page(`${base}/signatures/:signature_id/copy.pdf`, sendSignedCopy)
  console.form(`${base}/agreements/:agreement_id/request`, { show: requestPage, act: request })
}

async function sendSignedCopy(req: PageRequest): Promise<RawResponse> {
  const { tx, parts, staff, param } = req
  const matter = await requireMatter(req)
  const record_id = param("signature_id")
  const { filename, copy } = await signedCopyOf(tx, staff.firm, matter.id, record_id)
  await recordAudit(tx, "signed_copy_read", { matter_id: matter.id, record_id, label: filename })
  const content = Readable.from([await renderCopyPdf(copy, await findLogoBytes(parts, staff.firm.logo_file))])
  return sendDownload({ filename: `${safeName(filename)}.pdf`, content_type: "application/pdf", content })
}

async function requestPage(req: PageRequest, refused?: RefusedForm): Promise<View> {
  const matter = await requireMatter(req)
  const toSign = await findToSign(req, matter.id)
  return {
    title: `Ask to sign “${nameOf(toSign)}”?`,
    breadcrumbs: matterCrumbs(matter),
    refused,
    body: (
      <Card>
        <p>
          The clients of this matter will find version {toSign.version} in the portal. Their earlier
          signatures and answers stay on record.
        </p>
        <CancelableForm cancel={`/console/matters/${matter.id}#agreements`} submit="Ask" />
      </Card>
    ),
  }
}

async function request(req: PageRequest): Promise<PageResponse> {
  const matter = await requireMatter(req)
  const toSign = await findToSign(req, matter.id)
  await requestSignature(req.tx, matter.id, toSign.agreement_id)
  const label = `${nameOf(toSign)} (${toSign.version})`
  const about = { matter_id: matter.id, record_id: toSign.agreement_id, label }
  await recordAudit(req.tx, "signature_requested", about)
  return { to: `/console/matters/${matter.id}`, flash: { done: "signature_requested" } }
}

async function findToSign({ tx, param }: PageRequest, matter_id: string): Promise<ToSign> {
  const all = await listMatching(tx, matter_id)
  return found(all.find(({ agreement_id }) => agreement_id === param("agreement_id")))
}
