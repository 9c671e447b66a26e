// What the client still has to sign, and where.

import type { PageRequest } from "../../portal/page-request.ts"
import { languageSigned } from "../agreements.ts"
import { mustSign, type Signer, type ToSign } from "../signing.ts"

export function agreementUrl(agreement_id: string): string {
  return `/portal/agreements/${agreement_id}`
}

export function signedCopyUrl(signature_id: string): string {
  return `/portal/signatures/${signature_id}/copy.pdf`
}

/** The next agreement that the client must sign; undefined if there is none. */
export async function nextToSign(req: PageRequest): Promise<ToSign | undefined> {
  if (!maySign(req)) return undefined
  return (await req.loaded.toSign()).find((each) => mustSign(each, req.client.party))
}

/** Whether the client may sign: not staff who act for them, not a helper, and not once the matter is closed. */
export function maySign({ impersonation, client, matter }: PageRequest): boolean {
  return !impersonation && client.party !== "helper" && matter.close_date === null
}

/** Whether the firm wants its agreements signed before anything is filled in. */
export function signsFirst({ firm }: Pick<PageRequest, "firm">): boolean {
  return firm.settings.sign_first === true
}

export function titleOf(toSign: ToSign, { lang }: Pick<PageRequest, "lang">): string {
  return toSign.title[languageSigned(toSign, lang)]
}

/** The signers who still must sign; empty once the agreement is signed. */
export function missingSigners({ signers, is_signed }: ToSign): Signer[] {
  return is_signed ? [] : signers.filter(({ signature }) => signature === undefined)
}
