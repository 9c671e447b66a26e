import type { ToSign } from "../../agreements/signing.ts"
import { Actions } from "../../ui/components/actions.tsx"
import { Notice } from "../../ui/components/banner.tsx"
import { Card } from "../../ui/components/card.tsx"
import { LinkButton } from "../../ui/components/link-button.tsx"
import type { PageRequest } from "../page-request.ts"
import { momentIn } from "../who-and-when.ts"
import { Signature } from "./signature.tsx"
import { signedCopyUrl, waitingFor } from "./to-sign.ts"

/** Who has signed and whose signature is awaited; the copy to keep for whoever has. */
export function Signatures({ req, toSign }: { req: PageRequest; toSign: ToSign }) {
  const words = req.words.sign
  const signed = toSign.signers.flatMap(({ signature }) => (signature ? [signature] : []))
  const own = toSign.signers.find(({ party }) => party === req.client.party)
  const others = waitingFor(toSign).filter(({ party }) => party !== req.client.party)
  const copy = own?.signature ?? (own || req.client.party === "helper" ? signed[0] : undefined)
  return (
    <>
      {signed.length > 0 && (
        <Card title={words.signatures}>
          <ul class="plain-list signature-list">
            {signed.map((signature) => (
              <li key={signature.id}>
                <Signature signature={signature} label={words.signature_of(signature.name)} />
                <p class="hint">{words.signed_by(signature.name, momentIn(signature.signed_at, req))}</p>
              </li>
            ))}
          </ul>
          {copy && (
            <Actions>
              <LinkButton look="secondary" icon="download" href={signedCopyUrl(copy.id)}>
                {words.copy}
              </LinkButton>
              {own?.signature && <LinkButton href="/portal">{words.go_on}</LinkButton>}
            </Actions>
          )}
        </Card>
      )}
      {others.map(({ party, full_name }) => (
        <Notice key={party}>
          <p>{words.other_signs(full_name || req.words.person.unnamed.person, req.firm.name)}</p>
        </Notice>
      ))}
      {!own && signed.length === 0 && <Notice>{words.only_clients}</Notice>}
    </>
  )
}
