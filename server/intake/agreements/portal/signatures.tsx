import { Notice } from "../../../web/ui/components/banner.tsx"
import { Actions, LinkButton } from "../../../web/ui/components/button.tsx"
import { Card } from "../../../web/ui/components/card.tsx"
import type { PageRequest } from "../../portal/page-request.ts"
import { dateTimeIn } from "../../portal/who-and-when.ts"
import type { SignatureRow } from "../signatures.ts"
import type { ToSign } from "../signing.ts"
import { field_height, field_width, pointsOf } from "../strokes.ts"
import { AskToSign } from "./ask-to-sign.tsx"
import { missingSigners, signedCopyUrl } from "./to-sign.ts"

/** The signatures so far, the ones still missing, and the signed copy for a client who has signed. */
export async function Signatures({ req, toSign }: { req: PageRequest; toSign: ToSign }) {
  const words = req.words.sign
  const signed = toSign.signers.flatMap(({ signature }) => (signature ? [signature] : []))
  const own = toSign.signers.find(({ party }) => party === req.client.party)
  const others = missingSigners(toSign).filter(({ party }) => party !== req.client.party)
  const ask = others.length > 0 && (await AskToSign({ req }))
  const copy = own?.signature ?? (own || req.client.party === "helper" ? signed[0] : undefined)
  return (
    <>
      {signed.length > 0 && (
        <Card title={words.signatures}>
          <ul class="plain-list signature-list">
            {signed.map((signature) => (
              <li key={signature.id}>
                <Signature signature={signature} label={words.signature_of(signature.name)} />
                <p class="hint">{words.signed_by(signature.name, dateTimeIn(signature.signed_at, req))}</p>
              </li>
            ))}
          </ul>
          {copy && (
            <Actions>
              <LinkButton variant="secondary" icon="download" href={signedCopyUrl(copy.id)}>
                {words.copy}
              </LinkButton>
              {own?.signature && <LinkButton href="/portal">{req.words.frame.go_on}</LinkButton>}
            </Actions>
          )}
        </Card>
      )}
      {others.map(({ party, full_name }) => (
        <Notice key={party}>
          <div class="stack">
            <p>{otherSigns(toSign, req)(full_name || req.words.person.unnamed.person)}</p>
            {ask}
          </div>
        </Notice>
      ))}
      {!own && signed.length === 0 && <Notice>{words.only_clients}</Notice>}
    </>
  )
}

/** What a missing signature of the other client means for sending. */
function otherSigns(
  { is_required, before_sending }: ToSign,
  { words, matter }: PageRequest,
): (name: string) => string {
  if (is_required && before_sending) return words.sign.other_signs_first
  return is_required && !matter.is_submitted ? words.sign.other_signs_later : words.sign.other_signs
}

/** A signature as drawn, or the typed name in a script font. */
function Signature({ signature, label }: { signature: SignatureRow; label: string }) {
  const { strokes, name } = signature
  if (!strokes) return <span class="signature-name">{name}</span>
  return (
    <svg class="signature" viewBox={`0 0 ${field_width} ${field_height}`} role="img" aria-label={label}>
      {strokes.map((stroke) => (
        <polyline key={pointsOf(stroke)} points={pointsOf(stroke)} />
      ))}
    </svg>
  )
}
