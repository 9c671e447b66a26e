// Signatures are immutable and are deleted only with their matter.
import type { Language } from "../../definition/text.ts"
import { sql, type Tx } from "../../platform/db/sql.ts"
import type { AgreementText } from "./agreements.ts"
import type { Strokes } from "./strokes.ts"

export interface SignatureRow extends AgreementText {
  id: string
  matter_id: string
  agreement_id: string
  version: number
  party: "main" | "partner" | "representative"
  contact_id: string
  /** As the signer typed it. */
  name: string
  strokes: Strokes | null
  /** The language that was signed. */
  language: Language
  /** Hash of the signed text, in hex. */
  text_sha256: string
  account: string
  address: string
  device: string
  /** The user who signed. */
  signed_by: string
  signed_at: Date
}

const columns = sql`
  select s.id, s.matter_id, s.agreement_id, s.version, s.party, s.contact_id, s.name, s.strokes, s.language,
         encode(s.text_sha256, 'hex') as text_sha256, s.account, s.address, s.device, s.signed_by,
         s.signed_at, v.title, v.text
    from signatures s join agreement_versions v on v.agreement_id = s.agreement_id and v.version = s.version`

/** All signatures in a matter, including those of versions that no longer count; oldest first. */
export function listSignatures(tx: Tx, matter_id: string): Promise<SignatureRow[]> {
  return tx.all(sql`${columns} where s.matter_id = ${matter_id} order by s.signed_at, s.id`)
}

/** This signature, then the matter's others of the same agreement and version; throws "not found". */
export async function listSignaturesOfVersion(
  tx: Tx,
  matter_id: string,
  signature_id: string,
): Promise<[SignatureRow, ...SignatureRow[]]> {
  const one = await tx.one<SignatureRow>(sql`
    ${columns} where s.matter_id = ${matter_id} and s.id = ${signature_id}`)
  const others = await tx.all<SignatureRow>(sql`
    ${columns} where s.matter_id = ${matter_id} and s.agreement_id = ${one.agreement_id}
       and s.version = ${one.version} and s.id <> ${one.id} order by s.signed_at, s.id`)
  return [one, ...others]
}
