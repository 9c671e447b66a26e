import { Readable } from "node:stream"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { findLogoBytes } from "../../../../firm/firms/logo/logo.ts"
import { found } from "../../../../platform/errors.ts"
import { safeName } from "../../../../platform/files/safe-names.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import { form } from "../../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import type { RawResponse } from "../../../../web/console/view.tsx"
import { matterForm } from "../../../matters/console/frame/frame.tsx"
import { requireMatter } from "../../../matters/console/frame/require-matter.ts"
import { renderCopyPdf } from "../../../submissions/copy/copy-pdf.ts"
import { signedCopyOf } from "../../../submissions/copy/signed-copy.ts"
import { listDropped, restoreItems } from "../../../submissions/missing/dropped-items.ts"
import { listMatching, requestSignature } from "../../signing.ts"
import { nameOf } from "../list-page.tsx"

async function sendSignedCopy(req: PageRequest): Promise<RawResponse> {
  const { tx, parts, staff, param } = req
  const matter = await requireMatter(req)
  const record_id = param("signature_id")
  const { filename, copy } = await signedCopyOf(tx, staff.firm, matter.id, record_id)
  await recordAudit(tx, "signed_copy_read", { matter_id: matter.id, record_id, label: filename })
  const content = Readable.from([await renderCopyPdf(copy, await findLogoBytes(parts, staff.firm.logo_file))])
  return sendDownload({ filename: `${safeName(filename)}.pdf`, content_type: "application/pdf", content })
}

const requestForm = form({
  open: async (req) => {
    const matter = await requireMatter(req)
    const all = await listMatching(req.tx, matter.id)
    const toSign = found(all.find(({ agreement_id }) => agreement_id === req.param("agreement_id")))
    return {
      ...matterForm(matter, `Ask to sign “${nameOf(toSign)}”?`),
      text: [
        `The clients of this matter will find version ${toSign.version} in the portal. Their earlier signatures and answers stay on record.`,
      ],
      record: { matter_id: matter.id, toSign },
      submit: "Ask",
      cancel: `/console/matters/${matter.id}#agreements`,
    }
  },
  save: async ({ tx }, _, { matter_id, toSign }) => {
    await requestSignature(tx, matter_id, toSign.agreement_id)
    await restoreItems(tx, matter_id, await listDropped(tx, matter_id, toSign.agreement_id))
    return { done: "signature_requested", about: { label: `${nameOf(toSign)} (${toSign.version})` } }
  },
})

export function matterAgreementRoutes(console: Console): void {
  const base = "/console/matters/:matter_id"
  console.page(`${base}/signatures/:signature_id/copy.pdf`, sendSignedCopy)
  console.form(`${base}/agreements/:agreement_id/request`, requestForm)
}
