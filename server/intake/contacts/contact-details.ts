// Phones, email addresses and postal addresses of a person. Each list counts as one field: it is saved as a whole, with
// one revision.

import { json, rawSql, type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import { type IdKind, newId } from "../../platform/ids.ts"
import { recordChanges, type SaveResult } from "../matters/changes/changes.ts"
import {
  type AddressEdit,
  checkedAddresses,
  checkedEmails,
  checkedPhones,
  type EmailEdit,
  type PhoneEdit,
} from "./contact-detail-fields.ts"
import { lockMatterOf } from "./lock.ts"
import { internationalForm } from "./phones.ts"

/** Replaces a person's phones; `seen` as in `Edit`. Two spellings of one number with the same type become one row. */
export function changePhones(
  tx: Tx,
  contact_id: string,
  rows: readonly PhoneEdit[],
  seen?: number,
): Promise<SaveResult> {
  return changeList(tx, contact_id, phones, checkedPhones(rows), seen)
}

/** Replaces a person's email addresses. */
export function changeEmails(
  tx: Tx,
  contact_id: string,
  rows: readonly EmailEdit[],
  seen?: number,
): Promise<SaveResult> {
  return changeList(tx, contact_id, emails, checkedEmails(rows), seen)
}

/** Replaces a person's postal addresses. Empty rows are dropped. */
export function changeAddresses(
  tx: Tx,
  contact_id: string,
  rows: readonly AddressEdit[],
  seen?: number,
): Promise<SaveResult> {
  return changeList(tx, contact_id, addresses, checkedAddresses(rows), seen)
}

/** The row's columns as they are stored, without its id. */
export function storedRow(kind: Kind, row: Row): Record<string, string | null> {
  const values = valuesOf(kind, row)
  return kind === phones ? { ...values, e164: internationalForm(row.number ?? "") } : values
}

/** The row's values as the history has them. */
export function valuesOf(kind: Kind, row: Row): Record<string, string> {
  return Object.fromEntries(kind.columns.map((column) => [column, row[column] ?? ""]))
}

export function storedColumns(kind: Kind): readonly string[] {
  return kind === phones ? [...kind.columns, "e164"] : kind.columns
}

/** A list of details. */
export interface Kind {
  /** The API's name of the field. */
  field: string
  table: Sql
  idKind: IdKind
  columns: readonly string[]
}

export const phones: Kind = {
  field: "phone_numbers",
  table: sql`phone_numbers`,
  idKind: "phone",
  columns: ["type", "number"],
}
export const emails: Kind = {
  field: "email_addresses",
  table: sql`email_addresses`,
  idKind: "email",
  columns: ["type", "email"],
}
export const addresses: Kind = {
  field: "addresses",
  table: sql`addresses`,
  idKind: "address",
  columns: ["type", "street", "city", "state", "postal_code", "country_iso"],
}

export type Row = { id?: string } & Record<string, string | undefined>

async function changeList(
  tx: Tx,
  contact_id: string,
  kind: Kind,
  rows: readonly Row[],
  seen: number | undefined,
): Promise<SaveResult> {
  const { id: matter_id } = await lockMatterOf(tx, contact_id)
  const current = await tx.all<Row & { id: string }>(sql`
    select id, ${rawSql(kind.columns.join(", "))} from ${kind.table} where contact_id = ${contact_id} order by position`)
  const { accepted, saved, conflicts } = await recordChanges(
    tx,
    matter_id,
    contact_id,
    { [kind.field]: current.map((row) => valuesOf(kind, row)) },
    [{ field: kind.field, value: rows.map((row) => valuesOf(kind, row)), seen }],
  )
  if (kind.field in accepted) {
    const own_ids = new Set(current.map(({ id }) => id))
    const next = rows.map((row) => ({
      ...storedRow(kind, row),
      // The id of another person's row would move that row here.
      id: row.id && own_ids.delete(row.id) ? row.id : newId(kind.idKind),
    }))
    await storeList(tx, matter_id, contact_id, kind, next)
  }
  return { saved, conflicts }
}

async function storeList(
  tx: Tx,
  matter_id: string,
  contact_id: string,
  kind: Kind,
  rows: readonly { id: string }[],
): Promise<void> {
  const columns = storedColumns(kind)
  const names = rawSql(columns.join(", "))
  const definitions = rawSql(columns.map((column) => `${column} text`).join(", "))
  const updates = rawSql(columns.map((column) => `${column} = excluded.${column}`).join(", "))
  await tx.run(sql`
    delete from ${kind.table} where contact_id = ${contact_id} and id <> all (${rows.map(({ id }) => id)})`)
  await tx.run(sql`
    insert into ${kind.table} (matter_id, contact_id, id, position, ${names})
    select ${matter_id}, ${contact_id}, entry.id, entry.place, ${rawSql(columns.map((column) => `entry.${column}`).join(", "))}
      from rows from (jsonb_to_recordset(${json(rows)}) as (id text, ${definitions})) with ordinality
             as entry (id, ${names}, place)
    on conflict (firm_id, id) do update set position = excluded.position, ${updates}`)
}
