// What whoever is here still has to sign, and where.
import { languageSigned } from "../../agreements/agreements.ts"
import { mustSign, type Signer, type ToSign } from "../../agreements/signing.ts"
import type { PageRequest } from "../page-request.ts"

export function agreementUrl(agreement_id: string): string {
  return `/portal/agreements/${agreement_id}`
}

export function signedCopyUrl(signature_id: string): string {
  return `/portal/signatures/${signature_id}/copy.pdf`
}

/** Where the next text is that waits for the signature of whoever is here; undefined where none does. */
export async function nextToSign(req: PageRequest): Promise<ToSign | undefined> {
  if (!maySign(req)) return undefined
  return (await req.loaded.toSign()).find((each) => mustSign(each, req.client.party))
}

/** A signature is the client's own: neither staff nor helpers give it. */
export function maySign({ impersonation, client, matter }: PageRequest): boolean {
  return !impersonation && client.party !== "helper" && matter.close_date === null
}

/** Whether the firm wants its texts signed before anything is filled in. */
export function signsFirst({ firm }: Pick<PageRequest, "firm">): boolean {
  return firm.settings.sign_first === true
}

export function titleOf(toSign: ToSign, { lang }: Pick<PageRequest, "lang">): string {
  return toSign.title[languageSigned(toSign, lang)]
}

/** Whoever has not signed, but must; nobody once it is signed. */
export function waitingFor({ signers, is_signed }: ToSign): Signer[] {
  return is_signed ? [] : signers.filter(({ signature }) => signature === undefined)
}
