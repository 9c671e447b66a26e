// Contact details of many people at once: of people who were just added, and of people who have some already.

import { json, rawSql, sql, type Tx } from "../../platform/db/sql.ts"
import { newId } from "../../platform/ids.ts"
import { recordMany } from "../matters/many/changes.ts"
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

interface Lists {
  phones: readonly PhoneEdit[]
  emails: readonly EmailEdit[]
  addresses: readonly AddressEdit[]
}

export interface NewDetails extends Lists {
  matter_id: string
  contact_id: string
}

const kinds = [
  [phones, (of: Lists): readonly Row[] => checkedPhones(of.phones)],
  [emails, (of: Lists): readonly Row[] => checkedEmails(of.emails)],
  [addresses, (of: Lists): readonly Row[] => checkedAddresses(of.addresses)],
] as const

/** Stores the details of people who were just added, and have none, in three statements for all of them. */
export async function addDetails(tx: Tx, people: readonly NewDetails[]): Promise<void> {
  for (const [kind, rowsOf] of kinds) await addRows(tx, kind, people, rowsOf)
}

/** Adds details after those that people have, in a few statements for all. The caller holds the matters' locks. */
export async function appendDetails(
  tx: Tx,
  people: readonly (NewDetails & { before: Lists })[],
): Promise<void> {
  for (const [kind, rowsOf] of kinds) {
    const added = people.filter((person) => rowsOf(person).length > 0)
    await recordMany(
      tx,
      added.map(({ matter_id, contact_id, before, ...own }) => {
        const [previous, more] = [rowsOf(before), rowsOf(own)].map((rows) =>
          rows.map((row: Row) => valuesOf(kind, row)),
        )
        const value = [...(previous ?? []), ...(more ?? [])]
        return { matter_id, record_id: contact_id, field: kind.field, value, previous: previous ?? [] }
      }),
    )
    await addRows(tx, kind, added, rowsOf, ({ before }) => rowsOf(before).length)
  }
}

async function addRows<Person extends NewDetails>(
  tx: Tx,
  kind: Kind,
  people: readonly Person[],
  rowsOf: (person: Person) => readonly Row[],
  countBefore: (person: Person) => number = () => 0,
): Promise<void> {
  const rows = people.flatMap((person) =>
    rowsOf(person).map((row, index) => ({
      ...storedRow(kind, row),
      id: newId(kind.idKind),
      matter_id: person.matter_id,
      contact_id: person.contact_id,
      position: countBefore(person) + index + 1,
    })),
  )
  if (rows.length === 0) return
  const columns = storedColumns(kind)
  await tx.run(sql`
    insert into ${kind.table} (matter_id, contact_id, id, position, ${rawSql(columns.join(", "))})
    select r.matter_id, r.contact_id, r.id, r.position, ${rawSql(columns.map((column) => `r.${column}`).join(", "))}
      from jsonb_to_recordset(${json(rows)})
             as r (matter_id text, contact_id text, id text, position integer,
                   ${rawSql(columns.map((column) => `${column} text`).join(", "))})`)
}
