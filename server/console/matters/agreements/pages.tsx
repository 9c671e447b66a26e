import { Readable } from "node:stream"
import { listMatching, requestSignature, type ToSign } from "../../../agreements/signing.ts"
import { recordAudit } from "../../../audit/audit.ts"
import { safeName } from "../../../exports/file-paths.ts"
import { signedCopyOf } from "../../../exports/signed-copy.ts"
import { findLogoBytes } from "../../../firms/logo/logo.ts"
import { found } from "../../../platform/errors.ts"
import { renderCopyPdf } from "../../../submissions/copy-pdf.ts"
import { Card } from "../../../ui/components/card.tsx"
import { nameOf } from "../../agreements/list-page.tsx"
import { sendDownload } from "../../download.ts"
import type { PageRequest, RefusedForm } from "../../page-request.ts"
import type { Console } from "../../routing.ts"
import { CancelableForm } from "../../submit-or-cancel.tsx"
import type { PageResponse, RawResponse, View } from "../../view.tsx"
import { matterCrumbs } from "../frame.tsx"
import { requireMatter } from "../require-matter.ts"

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
