// The agreements that the clients of a matter have to sign, and their signatures. Each client signs through their own
// access; no one can sign for someone else.
import type { Language } from "../../definition/text.ts"
import { inOneLine } from "../../definition/values/typed-text.ts"
import { announceArrivals } from "../../firm/events/arrivals.ts"
import { recordEvent } from "../../firm/events/events.ts"
import { json, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { badRequest, conflict, type Fault, notFound } from "../../platform/errors.ts"
import { newId } from "../../platform/ids.ts"
import { sinceSubmission } from "../matters/changes/changes.ts"
import { getMatterRow, subjectOf } from "../matters/matter-row.ts"
import type { Party } from "../matters/parties/parties.ts"
import { type AgreementText, hashOf, languageSigned } from "./agreements.ts"
import { listSignatures, type SignatureRow } from "./signatures.ts"
import { isNameOf, isNameOfOther } from "./signer-names.ts"
import type { Strokes } from "./strokes.ts"

export type SigningParty = Exclude<Party, "helper">

export interface Signer {
  party: SigningParty
  contact_id: string
  /** Blank if unknown. */
  full_name: string
  /** The signature that counts; one of an outdated version does not if the firm asked to sign again. */
  signature: SignatureRow | undefined
}

export interface ToSign extends AgreementText {
  agreement_id: string
  version: number
  by_both: boolean
  is_required: boolean
  /** Whether the client cannot submit without the required signatures. */
  before_sending: boolean
  /** Without those whose signature the firm no longer needs. */
  signers: Signer[]
  /** Whether all required signatures exist. */
  is_signed: boolean
}

interface Row extends AgreementText {
  agreement_id: string
  version: number
  by_both: boolean
  is_required: boolean
  before_sending: boolean
  least_version: number
  is_expected: boolean
  all_signers: Omit<Signer, "signature">[]
  /** The contacts whose signature the firm no longer needs. */
  dropped: string[]
}

/**
 * The agreements that a matter's clients are expected to sign, oldest first, with signatures. A matter submitted
 * while an agreement was not active for its questionnaire does not expect it, unless staff request it. Throws "not found".
 */
export async function listToSign(tx: Tx, matter_id: string): Promise<ToSign[]> {
  return (await listMatching(tx, matter_id)).filter(
    ({ is_expected, signers }) => is_expected && signers.length > 0,
  )
}

/** Like `listToSign`, but also lists agreements that are not expected until staff request them. */
export async function listMatching(
  tx: Tx,
  matter_id: string,
): Promise<(ToSign & { is_expected: boolean })[]> {
  const rows = await tx.all<Row>(sql`
      select ${signersInOrder} as all_signers, a.id as agreement_id, a.current_version as version, a.by_both, a.is_required, a.before_sending, v.title, v.text,
             greatest(a.least_version, coalesce(r.least_version, 1)) as least_version,
             array(select p.contact_id from dropped_items p where p.matter_id = m.id and p.record_id = a.id) as dropped,
             r.agreement_id is not null
             or exists (select from signatures s where s.matter_id = m.id and s.agreement_id = a.id)
             or (m.close_date is null and ${wasActiveAt(sql`coalesce(m.submitted_at, m.completed_at, 'infinity')`)})
               as is_expected
        from matters m
        join agreements a on ${isForMatter}
        join agreement_versions v on v.agreement_id = a.id and v.version = a.current_version
        left join signature_requests r on r.agreement_id = a.id and r.matter_id = m.id
       where m.id = ${matter_id} order by a.id`)
  const signatures = rows.length > 0 ? await listSignatures(tx, matter_id) : []
  return rows.map(({ least_version, dropped, all_signers, ...row }) => {
    const counting = signatures.filter(
      (each) => each.agreement_id === row.agreement_id && each.version >= least_version,
    )
    const all = all_signers
      .map((signer) => ({
        ...signer,
        // Not an earlier spouse's, or an earlier representative's.
        signature: counting.find(
          ({ party, contact_id }) => party === signer.party && contact_id === signer.contact_id,
        ),
      }))
      .filter((signer) => signer.signature !== undefined || !dropped.includes(signer.contact_id))
    const hasSigned = ({ signature }: Signer) => signature !== undefined
    return { ...row, signers: all, is_signed: row.by_both ? all.every(hasSigned) : all.some(hasSigned) }
  })
}

/** The signers of matter `m`, as a subquery: one or two clients, or the representative. */
const signersOfMatter = sql`
  (select s.party, c.id as contact_id, c.full_name
     from (values ('main', m.contact_main_id, 'self'), ('partner', m.contact_spouse_id, 'self'),
                  ('representative', m.contact_representative_id, 'representative'))
            as s (party, contact_id, client_type)
     join contacts c on c.id = s.contact_id
    where s.client_type = m.client_type and (s.party <> 'partner' or c.is_client))`

/** SQL: whether agreement `a`, active for matter `m` now, was at that time. An ended range is outdated: it says nothing. */
const wasActiveAt = (time: Sql): Sql => sql`
  coalesce((select during from (select (a.expected_during ->> m.questionnaire_id)::tstzmultirange as during) d
             where upper_inf(during)), tstzmultirange(tstzrange(a.created_at, null))) @> ${time}`

/** SQL: whether agreement `a` is for matter `m`. */
const isForMatter = sql`
  (a.is_active and m.questionnaire_id = any(a.questionnaire_ids)
   and (not a.only_for_two or (select count(*) from ${signersOfMatter} s) > 1))`

/** SQL: whether the firm expects this contact's signature of agreement `a` in matter `m`. */
export const expectsSignature = (contact_id: Sql): Sql => sql`
  (a.is_required and ${isForMatter} and ${contact_id} in (select s.contact_id from ${signersOfMatter} s))`

/** The same as one column, main first. */
const signersInOrder = sql`
  (select coalesce(jsonb_agg(to_jsonb(s) order by s.party), '[]') from ${signersOfMatter} s)`

/** Whether this party still has to sign; no one does once a sufficient signature exists. */
export function mustSign(toSign: ToSign, party: Party): boolean {
  return (
    !toSign.is_signed &&
    toSign.signers.some((signer) => signer.party === party && signer.signature === undefined)
  )
}

export interface NewSignature {
  agreement_id: string
  /** The version that the signer read. */
  version: number
  party: Party
  /** The language that the signer read, or their own in the portal. */
  language: Language
  /** The signer's own full name, as typed. */
  name: string
  /** The name that the signer confirmed although their record has another. */
  confirmed_name: string
  strokes: Strokes | null
  agrees: boolean
  /** The email address of the signer's access. */
  account: string
  /** The IP address. */
  address: string
  device: string
}

/**
 * Signs an agreement for the party and returns the signature's id; signing again returns the existing one. Throws "bad
 * request" with all faults, "conflict" if the text has changed since the signer read it or the matter is closed, or
 * "not found" if this party does not sign it.
 */
export async function signAgreement(tx: Tx, matter_id: string, given: NewSignature): Promise<string> {
  const { close_date } = await tx.one<{ close_date: string | null }>(
    sql`select close_date from matters where id = ${matter_id} for update`,
  )
  const toSign = (await listToSign(tx, matter_id)).find((each) => each.agreement_id === given.agreement_id)
  const signer = toSign?.signers.find(({ party }) => party === given.party)
  if (!toSign || !signer) throw notFound()
  if (signer.signature) return signer.signature.id
  if (close_date !== null) throw conflict("matter_closed", "The matter is closed.")
  if (toSign.version !== given.version)
    throw conflict("agreement_changed", "The text has changed since it was shown.")
  const faults = faultsOf(given, signer, toSign.signers)
  if (faults.length > 0) throw badRequest(faults)
  const id = newId("signature")
  const language = languageSigned(toSign, given.language)
  await tx.run(sql`
    insert into signatures (id, matter_id, agreement_id, version, language, text_sha256, party, contact_id, name,
                            strokes, account, address, device, signed_at)
    values (${id}, ${matter_id}, ${toSign.agreement_id}, ${toSign.version}, ${language},
            ${hashOf(toSign, language)}, ${signer.party}, ${signer.contact_id}, ${inOneLine(given.name)},
            ${given.strokes && json(given.strokes)}, ${given.account}, ${given.address}, ${given.device}, ${sinceSubmission(tx, matter_id)})`)
  await recordEvent(tx, "signature.completed", subjectOf(await getMatterRow(tx, matter_id)))
  await announceArrivals(tx, matter_id)
  return id
}

function faultsOf(
  { name, confirmed_name, agrees }: NewSignature,
  signer: Signer,
  signers: readonly Signer[],
): Fault[] {
  const faults: Fault[] = []
  const fault = (param: string, code: string) => faults.push({ param, code, message: code })
  if (!/\p{L}/u.test(name)) fault("name", "name_missing")
  else if (inOneLine(name).length > 200) fault("name", "name_too_long")
  else if (isNameOfOther(name, signer, signers)) fault("name", "name_of_other")
  else if (!isNameOf(name, signer) && name.trim() !== confirmed_name) fault("name", "name_differs")
  if (!agrees) fault("agree", "agreement_missing")
  return faults
}

/** Requests signatures of the current version, regardless of earlier signatures or submissions; throws "not found". */
export async function requestSignature(tx: Tx, matter_id: string, agreement_id: string): Promise<void> {
  const toSign = (await listMatching(tx, matter_id)).find((each) => each.agreement_id === agreement_id)
  if (!toSign) throw notFound()
  await tx.run(sql`
    insert into signature_requests (matter_id, agreement_id, least_version, requested_at)
    values (${matter_id}, ${agreement_id}, ${toSign.version}, ${tx.now})
        on conflict (firm_id, matter_id, agreement_id) do update
       set least_version = excluded.least_version, requested_by = current_actor(), requested_at = excluded.requested_at`)
}
