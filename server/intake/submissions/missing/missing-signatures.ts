import type { Language } from "../../../definition/text.ts"
import { languageSigned } from "../../agreements/agreements.ts"
import type { ToSign } from "../../agreements/signing.ts"
import type { Missing } from "./missing-answer.ts"
import { signatureSentence } from "./missing-sentences.ts"

/** The signatures that the firm wants before submission: one item for each signer who has not signed. */
export function missingSignatures(all: readonly ToSign[], language: Language): Missing[] {
  return all
    .filter(({ is_required, before_sending, is_signed }) => is_required && before_sending && !is_signed)
    .flatMap((toSign) => {
      const label = toSign.title[languageSigned(toSign, language)]
      const unsigned = toSign.signers.filter(({ signature }) => signature === undefined)
      return unsigned.map(
        ({ contact_id, full_name }): Missing => ({
          section_id: "",
          where: { agreement_id: toSign.agreement_id, signer_id: contact_id },
          code: "signature_missing",
          label,
          ...(full_name && { person: full_name }),
          message: signatureSentence(label, full_name, language),
        }),
      )
    })
}
