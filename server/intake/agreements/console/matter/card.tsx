import { Readable } from "node:stream"
import { recordAudit } from "../../../../firm/audit/audit.ts"
import { findLogoBytes } from "../../../../firm/firms/logo/logo.ts"
import { found } from "../../../../platform/errors.ts"
import { safeName } from "../../../../platform/files/safe-names.ts"
import { sendDownload } from "../../../../web/console/download.ts"
import { form } from "../../../../web/console/forms/form.ts"
import type { PageRequest } from "../../../../web/console/page-request.ts"
import type { Console } from "../../../../web/console/routing.ts"
import { timeText } from "../../../../web/console/times.tsx"
import type { RawResponse } from "../../../../web/console/view.tsx"
import { SummaryCard, type SummaryRow } from "../../../../web/ui/components/card.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { matterForm } from "../../../matters/console/frame/frame.tsx"
import { requireMatter } from "../../../matters/console/frame/require-matter.ts"
import { partyWords } from "../../../matters/console/invitations/sending.tsx"
import { renderCopyPdf } from "../../../submissions/copy/copy-pdf.ts"
import { signedCopyOf } from "../../../submissions/copy/signed-copy.ts"
import { listDropped, restoreItems } from "../../../submissions/missing/dropped-items.ts"
import { listSignatures, type SignatureRow } from "../../signatures.ts"
import { listMatching, requestSignature, type Signer, type ToSign } from "../../signing.ts"
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

export async function agreementsCard(req: PageRequest, matter_id: string) {
  const [toSign, signatures] = await Promise.all([
    listMatching(req.tx, matter_id),
    listSignatures(req.tx, matter_id),
  ])
  if (toSign.length === 0 && signatures.length === 0) return null
  const home = `/console/matters/${matter_id}`
  const current = toSign.flatMap(({ signers }) => signers.flatMap(({ signature }) => signature?.id ?? []))
  const earlier = signatures.filter(({ id }) => !current.includes(id))
  const rowOf = (signature: SignatureRow, tag?: string): SummaryRow => ({
    id: signature.id,
    key: nameOf(signature),
    value: (
      <>
        {signature.name}, {timeText(signature.signed_at, req)} {tag && <Tag>{tag}</Tag>}
      </>
    ),
    actions: [
      {
        href: `${home}/signatures/${signature.id}/copy.pdf`,
        text: "Signed copy (PDF)",
        about: `of ${nameOf(signature)} by ${signature.name}`,
      },
    ],
  })
  const requestLink = ({ agreement_id }: ToSign, text: string) => ({
    href: `${home}/agreements/${agreement_id}/request`,
    text,
  })
  const rowsOf = (each: (typeof toSign)[number]): SummaryRow[] => {
    if (!each.is_expected)
      return [
        { key: nameOf(each), value: <Tag>Not requested</Tag>, actions: [requestLink(each, "Ask to sign")] },
      ]
    return each.signers.flatMap((signer) => {
      const { signature } = signer
      if (!signature) return each.is_signed ? [] : [{ key: nameOf(each), value: notSigned(signer) }]
      if (signature.version === each.version) return [rowOf(signature)]
      const row = rowOf(signature, `Version ${signature.version} of ${each.version}`)
      return [{ ...row, actions: [...(row.actions ?? []), requestLink(each, "Ask to sign again")] }]
    })
  }
  return (
    <SummaryCard
      title="Agreements"
      id="agreements"
      rows={[
        ...toSign.flatMap(rowsOf),
        ...earlier.map((each) => rowOf(each, `Earlier, version ${each.version}`)),
      ]}
    />
  )
}

function notSigned({ full_name, party }: Signer) {
  return (
    <>
      {full_name || partyWords[party]} <Tag tone="warning">Not signed</Tag>
    </>
  )
}
