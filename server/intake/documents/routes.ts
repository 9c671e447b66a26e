import type { FastifyRequest } from "fastify"
import type { Tx } from "../../platform/db/database.ts"
import type { App } from "../../platform/http/app.ts"
import { type Listing, type PageQuery, pageLinks, pageOf } from "../../platform/http/responses/paging.ts"
import { MatterParams } from "../matters/schema.ts"
import { answeredAloneRoute } from "./alone-route.ts"
import { type DocumentFilters, getDocument, listDocuments, listFinancialDocuments } from "./documents.ts"
import { type LinkParts, prepareLinks } from "./downloads/links.ts"
import {
  DocumentList,
  DocumentParams,
  DocumentQuery,
  FinancialDocumentList,
  SingleDocument,
} from "./schema.ts"

/** The API describes these paths without a version; under `/v1` they are the same. */
const prefixes = ["", "/v1"] as const

export function documentRoutes(app: App, parts: LinkParts): void {
  answeredAloneRoute(app)
  for (const prefix of prefixes) {
    const suffix = prefix === "" ? "" : "V1"
    const hide = prefix !== ""

    app.get(
      `${prefix}/matters/:matter_id/documents`,
      {
        config: { scope: "documents:read", snapshot: "documents", sensitive: true },
        schema: {
          hide,
          operationId: `listDocuments${suffix}`,
          tags: ["Documents"],
          summary: "Get Documents for Matter",
          description: "Lists the files uploaded for document requests, newest first.",
          params: MatterParams,
          querystring: DocumentQuery,
          response: { 200: DocumentList },
        },
      },
      (request) => request.inFirm((tx) => listWithLinks(tx, parts, request, listDocuments)),
    )

    app.get(
      `${prefix}/matters/:matter_id/financial-documents`,
      {
        config: { scope: "documents:read", snapshot: "financial_documents", sensitive: true },
        schema: {
          hide,
          operationId: `listFinancialDocuments${suffix}`,
          tags: ["Documents"],
          summary: "Get Financial Documents for Matter",
          description: "Lists the files uploaded for assets, newest first.",
          params: MatterParams,
          querystring: DocumentQuery,
          response: { 200: FinancialDocumentList },
        },
      },
      (request) => request.inFirm((tx) => listWithLinks(tx, parts, request, listFinancialDocuments)),
    )

    app.get(
      `${prefix}/documents/:document_id`,
      {
        config: { scope: "documents:read", sensitive: true },
        schema: {
          hide,
          operationId: `getDocument${suffix}`,
          tags: ["Documents"],
          summary: "Get Single Document",
          description: "Returns one file of either kind, with a new download link.",
          params: DocumentParams,
          response: { 200: SingleDocument },
        },
      },
      (request) =>
        request.inFirm(async (tx) => {
          const [document, withLink] = await Promise.all([
            getDocument(tx, parts.ring, request.params.document_id),
            prepareLinks(tx, parts),
          ])
          return withLink(document)
        }),
    )
  }
}

/** A page of one kind of a matter's files, each with a new download link. */
async function listWithLinks<Row extends { document_id: string }>(
  tx: Tx,
  parts: LinkParts,
  request: FastifyRequest<{
    Params: { matter_id: string }
    Querystring: PageQuery & Omit<DocumentFilters, "page">
  }>,
  list: (tx: Tx, matter_id: string, filters: DocumentFilters) => Promise<Listing<Row>>,
) {
  const { matter_id } = request.params
  const page = pageOf(request.query)
  const [{ count, rows }, withLink] = await Promise.all([
    list(tx, matter_id, { ...request.query, page }),
    prepareLinks(tx, parts),
  ])
  return { matter_id, documents: rows.map(withLink), ...pageLinks(request, page, count) }
}
