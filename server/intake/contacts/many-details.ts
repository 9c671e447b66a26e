// Contact details of many people at once: of people who were just added, and of people who have some already.

import { json, rawSql, sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { isSameValue } from "../matters/changes/changes.ts"
import {
  type AddressEdit,
  checkedAddresses,
  checkedEmails,
  checkedPhones,
  type EmailEdit,
  type PhoneEdit,
} from "./contact-detail-fields.ts"
import {
  addresses,
  emails,
  type Kind,
  phones,
  type Row,
  storedColumns,
  storedRow,
  valuesOf,
} from "./contact-details.ts"

export interface Lists {
  phones: readonly PhoneEdit[]
  emails: readonly EmailEdit[]
  addresses: readonly AddressEdit[]
}

export interface NewDetails extends Lists {
  matter_id: string
  contact_id: string
}

const kinds = [
  [phones, ({ phones = [] }: Partial<Lists>): readonly Row[] => checkedPhones(phones)],
  [emails, ({ emails = [] }: Partial<Lists>): readonly Row[] => checkedEmails(emails)],
  [addresses, ({ addresses = [] }: Partial<Lists>): readonly Row[] => checkedAddresses(addresses)],
] as const

/** Stores the details of people who were just added, and have none, in three statements for all of them. */
export async function addDetails(tx: Tx, people: readonly NewDetails[]): Promise<void> {
  for (const [kind, rowsOf] of kinds)
    await addRows(
      tx,
      kind,
      people.flatMap((person) => rowsFor(person, rowsOf(person))),
    )
}

/** The lists of one person by the API's name of their field, as the history has them. */
export type StoredLists = Readonly<Record<string, readonly Record<string, string>[]>>

/** The lists that are given, in stored form; throws "bad request" with every fault of one. */
export function checkedLists(lists: Partial<Lists>): StoredLists {
  const given = {
    [phones.field]: lists.phones,
    [emails.field]: lists.emails,
    [addresses.field]: lists.addresses,
  }
  return Object.fromEntries(
    kinds.flatMap(([kind, rowsOf]) =>
      given[kind.field] ? [[kind.field, rowsOf(lists).map((row) => valuesOf(kind, row))]] : [],
    ),
  )
}

/** All lists of these people, in three statements. */
export async function readLists(tx: Tx, contact_ids: readonly string[]): Promise<Map<string, StoredLists>> {
  const found = new Map<string, Record<string, Record<string, string>[]>>()
  for (const [kind] of kinds) {
    const rows = await tx.all<Row & { contact_id: string }>(sql`
      select contact_id, ${rawSql(kind.columns.join(", "))} from ${kind.table}
       where contact_id = any(${[...contact_ids]}::text[]) order by contact_id, position`)
    for (const row of rows) {
      const lists = found.get(row.contact_id) ?? {}
      lists[kind.field] = [...(lists[kind.field] ?? []), valuesOf(kind, row)]
      found.set(row.contact_id, lists)
    }
  }
  return found
}

/** Stores lists in place of those before. The rows at which both begin alike stay, with their ids. */
export async function replaceLists(
  tx: Tx,
  people: readonly { matter_id: string; contact_id: string; before: StoredLists; lists: StoredLists }[],
): Promise<void> {
  for (const [kind] of kinds) {
    const given = people.flatMap(({ before, lists, ...ids }) => {
      const [earlier = [], rows] = [before[kind.field], lists[kind.field]]
      if (!rows) return []
      const change = rows.findIndex((row, index) => !isSameValue(row, earlier[index]))
      return { ...ids, rows, same: change < 0 ? rows.length : change, length: earlier.length }
    })
    const shorter = given.filter(({ same, length }) => length > same)
    if (shorter.length > 0)
      await tx.run(sql`
        delete from ${kind.table} t using jsonb_to_recordset(${json(shorter)}) as d (contact_id text, same integer)
         where t.contact_id = d.contact_id and t.position > d.same`)
    await addRows(
      tx,
      kind,
      given.flatMap(({ rows, same, ...person }) => rowsFor(person, rows.slice(same), same)),
    )
  }
}

type PlacedRow = { matter_id: string; contact_id: string; position: number; row: Row }

function rowsFor(
  { matter_id, contact_id }: { matter_id: string; contact_id: string },
  rows: readonly Row[],
  before = 0,
): PlacedRow[] {
  return rows.map((row, index) => ({ matter_id, contact_id, position: before + index + 1, row }))
}

async function addRows(tx: Tx, kind: Kind, placed: readonly PlacedRow[]): Promise<void> {
  if (placed.length === 0) return
  const rows = placed.map(({ row, ...place }) => ({
    ...storedRow(kind, row),
    ...place,
    id: newId(kind.idKind),
  }))
  const columns = storedColumns(kind)
  await tx.run(sql`
    insert into ${kind.table} (matter_id, contact_id, id, position, ${rawSql(columns.join(", "))})
    select r.matter_id, r.contact_id, r.id, r.position, ${rawSql(columns.map((column) => `r.${column}`).join(", "))}
      from jsonb_to_recordset(${json(rows)})
             as r (matter_id text, contact_id text, id text, position integer,
                   ${rawSql(columns.map((column) => `${column} text`).join(", "))})`)
}
