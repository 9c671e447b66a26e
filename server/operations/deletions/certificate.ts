// The permanent record of a purged matter: that it existed, how much data it had, who deleted it and why. It contains
// no personal data except the matter's name, if the firm wants that.
import { createHash } from "node:crypto"
import { sql, type Tx, userName } from "../../platform/db/sql.ts"
import { notFound } from "../../platform/errors.ts"
import type { Counts } from "./deletions.ts"

export interface Certificate {
  format: "foyer-deletion-1"
  id: string
  firm: { id: string; name: string }
  /** `name` is null if the firm does not want names on certificates. */
  matter: { id: string; name: string | null; open_date: string; close_date: string | null }
  counts: Counts
  /** Every stored file of the matter whose bytes were removed. */
  files: { id: string; size: number; sha256: string }[]
  reason: string
  /** Null if the firm's retention rule deleted it. */
  deleted_by: { id: string; name: string } | null
  deleted_at: string
  purged_at: string
}

/** The certificate's fingerprint: the SHA-256 of its exact text, in lower-case hex. */
export function checksumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/** Writes the certificate of a deletion, dated with the transaction's time. */
export async function writeCertificate(tx: Tx, deletion_id: string): Promise<string> {
  const [row, files] = await Promise.all([
    tx.one<Stored>(sql`
      select d.matter_id, d.matter_name, d.open_date, d.close_date, d.counts, d.reason, d.deleted_by,
             ${userName(sql`u`)} as deleted_by_name, d.deleted_at, f.id as firm_id,
             f.name as firm_name, coalesce((f.settings ->> 'certificates_without_names')::boolean, false) as is_nameless
        from deletions d join firms f on f.id = d.firm_id left join users u on u.id = d.deleted_by
       where d.id = ${deletion_id}`),
    tx.all<{ id: string; size: number; sha256: string }>(sql`
      select id, size, encode(sha256, 'hex') as sha256 from deleted_documents
       where deletion_id = ${deletion_id} order by id`),
  ])
  const certificate: Certificate = {
    format: "foyer-deletion-1",
    id: deletion_id,
    firm: { id: row.firm_id, name: row.firm_name },
    matter: {
      id: row.matter_id,
      name: row.is_nameless ? null : row.matter_name,
      open_date: row.open_date,
      close_date: row.close_date,
    },
    counts: row.counts,
    files,
    reason: row.reason,
    deleted_by: row.deleted_by ? { id: row.deleted_by, name: row.deleted_by_name } : null,
    deleted_at: row.deleted_at.toISOString(),
    purged_at: tx.now.toISOString(),
  }
  return JSON.stringify(certificate)
}

interface Stored {
  matter_id: string
  matter_name: string
  open_date: string
  close_date: string | null
  counts: Counts
  reason: string
  deleted_by: string | null
  deleted_by_name: string
  deleted_at: Date
  firm_id: string
  firm_name: string
  is_nameless: boolean
}

/** Returns the certificate of a purged matter and its fingerprint. Throws "not found" if there is none. */
export async function getCertificate(
  tx: Tx,
  deletion_id: string,
): Promise<{ certificate: Certificate; checksum: string }> {
  const { certificate: text } = await tx.one<{ certificate: string | null }>(
    sql`select certificate from deletions where id = ${deletion_id}`,
  )
  if (text === null) throw notFound("There is no certificate yet: the matter can still be restored.")
  return { certificate: JSON.parse(text) as Certificate, checksum: checksumOf(text) }
}
