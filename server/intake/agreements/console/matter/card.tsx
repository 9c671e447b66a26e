import type { PageRequest } from "../../../../web/console/page-request.ts"
import { timeText } from "../../../../web/console/times.tsx"
import { SummaryCard, type SummaryRow } from "../../../../web/ui/components/card.tsx"
import { Tag } from "../../../../web/ui/components/tag.tsx"
import { partyWords } from "../../../matters/console/invitations/sending.tsx"
import { listSignatures, type SignatureRow } from "../../signatures.ts"
import { listMatching, type Signer, type ToSign } from "../../signing.ts"
import { nameOf } from "../list-page.tsx"

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
