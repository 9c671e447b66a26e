// Uploaded files: those for document requests, and those for assets ("financial documents"). A row exists only once its
// bytes are safely stored.

import type { Definition } from "../../definition/definition.ts"
import { generalCategoryOnWire } from "../../definition/general-categories.ts"
import { categoriesOf, requestsOf } from "../../definition/parts.ts"
import { textIn } from "../../definition/text.ts"
import { type Sql, sql, type Tx } from "../../platform/db/sql.ts"
import type { Listing, Page } from "../../platform/http/responses/paging.ts"
import type { Loading } from "../../platform/once.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { hiddenCategories } from "../assets/assets.ts"
import { definitionOf } from "../matters/progress/definition.ts"
import { readVisibility, type Visibility } from "../matters/progress/visibility.ts"
import { openSubject, type StoredSubject, storedSubject } from "./attachments.ts"
import type { Document, FinancialDocument, WithoutLink } from "./schema.ts"

export interface DocumentFilters {
  /** A day in UTC, `YYYY-MM-DD`. */
  uploaded_since?: string | undefined
  /** Without it, all files. */
  page?: Page
  /** The matter's, if the caller has read it. */
  visibility?: Loading<Visibility>
}

/**
 * The matter's files for document requests, newest first, without those of hidden requests. Throws "not found".
 */
export async function listDocuments(
  tx: Tx,
  matter_id: string,
  { page, visibility: loading, ...filters }: DocumentFilters = {},
): Promise<Listing<WithoutLink<Document>>> {
  const visibility = await (loading ?? readVisibility(tx, matter_id))
  const wanted = sql`d.matter_id = ${matter_id} and ${isShownRequest(visibility)} and ${live(filters)}`
  const { count, rows } = await readPage(tx, wanted, page)
  return { count, rows: rows.map((row) => plainDocument(visibility.definition, row)) }
}

/** The matter's files for assets, in the same form. */
export async function listFinancialDocuments(
  tx: Tx,
  matter_id: string,
  { page, visibility: loading, ...filters }: DocumentFilters = {},
): Promise<Listing<WithoutLink<FinancialDocument>>> {
  const visibility = await (loading ?? readVisibility(tx, matter_id))
  const wanted = sql`d.matter_id = ${matter_id} and ${isShownAsset(visibility)} and ${live(filters)}`
  const { count, rows } = await readPage(tx, wanted, page)
  return { count, rows: rows.map((row) => financialDocument(visibility.definition, row)) }
}

/** Both, in one statement. */
export async function listFiles(
  tx: Tx,
  matter_id: string,
  loading: Loading<Visibility>,
): Promise<{ documents: WithoutLink<Document>[]; financial: WithoutLink<FinancialDocument>[] }> {
  const visibility = await loading
  const { definition } = visibility
  const wanted = sql`
    d.matter_id = ${matter_id} and ${live({})} and (${isShownRequest(visibility)} or ${isShownAsset(visibility)})`
  const { rows } = await readPage(tx, wanted, undefined)
  return {
    documents: rows.filter((row) => row.asset_id === null).map((row) => plainDocument(definition, row)),
    financial: rows.filter((row) => row.asset_id !== null).map((row) => financialDocument(definition, row)),
  }
}

function isShownRequest({ definition, visible }: Visibility): Sql {
  const hidden = requestsOf(definition).filter(({ id }) => !visible.has(id))
  return sql`(d.request_id is not null and d.request_id <> all(${hidden.map(({ id }) => id)}::text[]))`
}

function isShownAsset(visibility: Visibility): Sql {
  return sql`(d.asset_id is not null and a.for_fin_category <> all(${hiddenCategories(visibility)}::text[]))`
}

type AnyDocument = WithoutLink<Document> | WithoutLink<FinancialDocument>

/** One file as in its list, plus its matter; throws "not found". */
export async function getDocument(
  tx: Tx,
  ring: KeyRing,
  document_id: string,
): Promise<{ matter_id: string } & AnyDocument> {
  const { matter_id, ...row } = await tx.one<DocumentRow & { matter_id: string }>(sql`
    select d.matter_id, ${columns} from ${tables}
     where d.id = ${document_id} and d.removed_at is null and not d.is_unsent
       and num_nonnulls(d.request_id, d.asset_id, d.message_id) = 1`)
  const { definition } = await definitionOf(tx, matter_id)
  if (row.topic !== null)
    return { matter_id, ...fileOf(row), document_request: { label: openSubject(ring, row.topic) } }
  const document = row.asset_id === null ? plainDocument(definition, row) : financialDocument(definition, row)
  return { matter_id, ...document }
}

/** Where and how a file is stored. */
export interface StoredDocument {
  id: string
  matter_id: string
  filename: string
  size: number
  content_type: string
  file_key: string
  wrapped_key: string
}

/** A document that has not been removed; throws "not found". */
export function getStoredDocument(tx: Tx, document_id: string): Promise<StoredDocument> {
  return tx.one(sql`
    select id, matter_id, filename, size, content_type, file_key, wrapped_key
      from documents where id = ${document_id} and removed_at is null`)
}

interface DocumentRow {
  document_id: string
  filename: string
  size: number
  uploaded_at: string
  request_id: string | null
  asset_id: string | null
  identifier_value: string | null
  for_fin_category: string | null
  /** Subject of the message it is attached to. */
  topic: StoredSubject | null
}

const columns = sql`
  d.id as document_id, d.filename, d.size, timestamp_text(d.uploaded_at) as uploaded_at, d.request_id, d.asset_id,
  a.identifier_value, a.for_fin_category,
  (select ${storedSubject} from messages m join message_topics t on t.id = m.topic_id where m.id = d.message_id) as topic`
const tables = sql`documents d left join assets a on a.id = d.asset_id`

function live({ uploaded_since = undefined }: DocumentFilters): Sql {
  // A day in UTC, like uploaded_at in the response.
  const since = uploaded_since === undefined ? sql`true` : sql`d.uploaded_at >= ${uploaded_since}::date`
  return sql`d.removed_at is null and ${since}`
}

async function readPage(tx: Tx, wanted: Sql, page: Page | undefined): Promise<Listing<DocumentRow>> {
  const [counted, rows] = await Promise.all([
    page && tx.one<{ count: number }>(sql`select count(*) from ${tables} where ${wanted}`),
    tx.all<DocumentRow>(sql`
      select ${columns} from ${tables} where ${wanted}
       order by d.uploaded_at desc, d.id desc limit ${page?.limit ?? null} offset ${page?.offset ?? 0}`),
  ])
  return { count: counted?.count ?? rows.length, rows }
}

function plainDocument(definition: Definition, row: DocumentRow): WithoutLink<Document> {
  const request = requestsOf(definition).find(({ id }) => id === row.request_id)
  return { ...fileOf(row), document_request: { label: textIn(request?.label, "en") } }
}

function financialDocument(definition: Definition, row: DocumentRow): WithoutLink<FinancialDocument> {
  const id = row.for_fin_category ?? ""
  const category = categoriesOf(definition).find((one) => one.id === id)
  return {
    ...fileOf(row),
    fin_item: { description: row.identifier_value ?? "", id: row.asset_id ?? "" },
    fin_category: {
      id,
      label: textIn(category?.title, "en"),
      general_category: generalCategoryOnWire(category?.general_category ?? null),
    },
  }
}

function fileOf({ document_id, filename, size, uploaded_at }: DocumentRow) {
  return { document_id, filename, size, uploaded_at }
}
