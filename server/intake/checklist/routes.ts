import type { FastifyReply, FastifyRequest } from "fastify"
import { inFirmOnce } from "../../firm/access/api/once.ts"
import { recordByKey } from "../../firm/audit/audit.ts"
import type { Tx } from "../../platform/db/database.ts"
import { found } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { ChangeHeaders, requireMatch, tagOfRecord } from "../../platform/http/responses/preconditions.ts"
import { getDocument, listFinancialDocuments } from "../documents/documents.ts"
import { listMatterFiles } from "../documents/matter-files.ts"
import { DocumentParams } from "../documents/schema.ts"
import { lockForEditing } from "../matters/editing.ts"
import type { InvitationParts } from "../matters/invitations/invitations.ts"
import { readVisibility } from "../matters/progress/visibility.ts"
import { MatterParams } from "../matters/schema.ts"
import { acceptFile } from "../submissions/review/file-acceptance.ts"
import { type ChecklistItem, listChecklist } from "./checklist.ts"
import { changeDocumentDueDay } from "./due-days.ts"
import { requestedDocument, stateOfFile } from "./requested-document.ts"
import { returnFile } from "./returns.ts"
import {
  DocumentRequests,
  DocumentState,
  DueDayChange,
  NewReturn,
  RequestedDocument,
  RequestParams,
  RequestQuery,
} from "./schema.ts"

export function checklistRoutes(app: App, parts: InvitationParts): void {
  const { ring } = parts

  /** Decides about the document in the path, records it if something changed, and responds with the document's state. */
  const decideOnce = (
    request: FastifyRequest<{ Params: { document_id: string } }>,
    reply: FastifyReply,
    action: "document_accepted" | "document_returned",
    decide: (tx: Tx, matter_id: string, document_id: string) => Promise<boolean>,
  ) =>
    inFirmOnce(
      { request, reply, ring },
      async (tx) => {
        const { document_id } = request.params
        const { matter_id, filename: label } = await getDocument(tx, ring, document_id)
        if (await decide(tx, matter_id, document_id))
          await recordByKey(tx, action, { matter_id, record_id: document_id, label })
        return getState(tx, matter_id, document_id)
      },
      ({ matter_id }) => matter_id,
    )

  app.get(
    "/v1/matters/:matter_id/document-requests",
    {
      config: { scope: "documents:read" },
      schema: {
        operationId: "listDocumentRequests",
        tags: ["Documents"],
        summary: "Get Requested Documents for Matter",
        description:
          "Lists the documents your firm requests, what became of each, and the state of every file. `document.added`, `document.accepted`, and `document.returned` say when to read it again.",
        params: MatterParams,
        response: { 200: DocumentRequests },
      },
    },
    (request) => request.inFirm((tx) => listRequests(tx, request.params.matter_id)),
  )

  app.get(
    "/v1/matters/:matter_id/document-requests/:request_id",
    {
      config: { scope: "documents:read" },
      schema: {
        operationId: "getDocumentRequest",
        tags: ["Documents"],
        summary: "Get Single Requested Document",
        description: "Returns one of the documents your firm requests, with the `ETag` for a change.",
        params: RequestParams,
        querystring: RequestQuery,
        response: { 200: RequestedDocument },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id, request_id } = request.params
        return requestedDocument(
          found(await findRequest(tx, matter_id, request_id, request.query.contact ?? null)),
        )
      }),
  )

  app.patch(
    "/v1/matters/:matter_id/document-requests/:request_id",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "changeDocumentRequest",
        tags: ["Documents"],
        summary: "Change Due Day of Requested Document",
        description:
          "Sets the day by which your firm wants a document, as staff do in the console, or removes it. Clients see the day, and reminders name it. Repeating it changes nothing more; a closed matter is a 409.",
        params: RequestParams,
        headers: ChangeHeaders,
        body: DueDayChange,
        response: { 200: RequestedDocument },
      },
    },
    async (request, reply) => {
      const { matter_id, request_id } = request.params
      const { due_on, contact = null } = request.body
      const document = await inFirmOnce({ request, reply, ring }, async (tx) => {
        await lockForEditing(tx, matter_id)
        const item = await findRequest(tx, matter_id, request_id, contact)
        const stored = item && requestedDocument(item)
        if (stored) requireMatch(request, stored)
        await changeDocumentDueDay(tx, matter_id, {
          request_id,
          sender: item ? item.sender : contact,
          due_on,
        })
        if (stored?.due_on !== due_on)
          await recordByKey(tx, "document_due_changed", {
            matter_id,
            record_id: request_id,
            label: stored?.label,
          })
        return requestedDocument(found(await findRequest(tx, matter_id, request_id, contact)))
      })
      reply.header("ETag", tagOfRecord(document))
      return document
    },
  )

  app.post(
    "/v1/documents/:document_id/acceptance",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "acceptDocument",
        tags: ["Documents"],
        summary: "Accept Document",
        description:
          "Accepts a file, as staff do in the console. If it was returned, the client no longer needs to replace it. An accepted file stays as it is.",
        params: DocumentParams,
        headers: IdempotencyHeaders,
        response: { 200: DocumentState },
      },
    },
    (request, reply) =>
      decideOnce(request, reply, "document_accepted", (tx, matter_id, document_id) =>
        acceptFile(tx, ring, matter_id, document_id),
      ),
  )

  app.post(
    "/v1/documents/:document_id/return",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "returnDocument",
        tags: ["Documents"],
        summary: "Return Document",
        description:
          "Returns a file to the matter's clients, who see the reason and can send another in its place, also after submitting. It is a correction, with an email some minutes later. A matter that is closed or not started is a 409.",
        params: DocumentParams,
        headers: IdempotencyHeaders,
        body: NewReturn,
        response: { 200: DocumentState },
      },
    },
    (request, reply) =>
      decideOnce(request, reply, "document_returned", async (tx, matter_id, document_id) => {
        await returnFile(tx, parts, matter_id, document_id, request.body)
        return true
      }),
  )
}

async function listRequests(tx: Tx, matter_id: string): Promise<DocumentRequests> {
  const visibility = readVisibility(tx, matter_id)
  const files = listMatterFiles(tx, matter_id)
  const [items, all, { rows: financial }] = await Promise.all([
    listChecklist(tx, matter_id, { visibility, files }),
    files,
    listFinancialDocuments(tx, matter_id, { visibility }),
  ])
  const shown = new Set(financial.map(({ document_id }) => document_id))
  return {
    matter_id,
    document_requests: items.map(requestedDocument),
    financial_documents: all.filter(({ id }) => shown.has(id)).map(stateOfFile),
  }
}

/** The request, of this client if each sends it separately or it is requested from one. */
async function findRequest(
  tx: Tx,
  matter_id: string,
  request_id: string,
  contact: string | null,
): Promise<ChecklistItem | undefined> {
  const items = await listChecklist(tx, matter_id)
  return items.find(
    ({ id, sender, contact_id }) =>
      id === request_id && (sender === contact || (sender === null && contact_id === contact)),
  )
}

async function getState(tx: Tx, matter_id: string, document_id: string): Promise<DocumentState> {
  const file = found((await listMatterFiles(tx, matter_id)).find(({ id }) => id === document_id))
  return { matter_id, ...stateOfFile(file) }
}
