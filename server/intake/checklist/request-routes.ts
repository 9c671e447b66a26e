import Type, { type Static } from "typebox"
import { inFirmOnce } from "../../firm/access/api/once.ts"
import { recordByKey } from "../../firm/audit/audit.ts"
import { found } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { IdempotencyHeaders } from "../../platform/http/responses/idempotency.ts"
import { exactly, IdInPath } from "../../platform/http/shapes.ts"
import type { KeyRing } from "../../platform/secrets/key-ring.ts"
import { MatterParams } from "../matters/schema.ts"
import { listChecklist } from "./checklist.ts"
import { requestedDocument } from "./requested-document.ts"
import { requestDocuments, withdrawRequests } from "./requests.ts"
import {
  max_in_set,
  max_label_characters,
  max_set_name_characters,
  NewDocumentRequest,
  RequestedDocument,
  RequestParams,
  WithdrawnRequest,
} from "./schema.ts"
import { listDocumentSets, removeDocumentSet, saveDocumentSet } from "./sets.ts"

const id = Type.String({ examples: ["docset_0192F0C47B3A7C11A0B1C2D3E4F50607"] })
const content = {
  name: Type.String({ minLength: 1, maxLength: max_set_name_characters, examples: ["Tax return"] }),
  labels: Type.Array(Type.String({ minLength: 1, maxLength: max_label_characters }), {
    minItems: 1,
    maxItems: max_in_set,
    description: "What each document is called, for the client.",
    examples: [["Form W-2", "Form 1099-INT"]],
  }),
}

type DocumentSet = Static<typeof DocumentSet>
const DocumentSet = exactly(
  { id, ...content },
  { title: "Document set", description: "Documents your firm often requests together." },
)
const DocumentSets = exactly(
  { document_sets: Type.Array(DocumentSet) },
  { title: "Document sets", description: "The firm’s document sets." },
)
const NewDocumentSet = exactly(content, {
  title: "New document set",
  description: "Documents to save as a set.",
})
const RemovedDocumentSet = exactly(
  { id, status: Type.Literal("removed") },
  { title: "Removed document set", description: "A set that was removed." },
)
const SetParams = Type.Object({ set_id: IdInPath("docset", "The id of the document set.") })

/** Requests beyond the questionnaire, and the sets to request again. */
export function addedRequestRoutes(app: App, { ring }: { ring: KeyRing }): void {
  app.post(
    "/v1/matters/:matter_id/document-requests",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "createDocumentRequest",
        tags: ["Documents"],
        summary: "Request Document",
        description:
          "Requests a document that the questionnaire does not ask for, as staff do in the console. The clients see it at once, also after submitting, and get an email ten minutes later. What they send is not submitted again. A closed matter is a 409.",
        params: MatterParams,
        headers: IdempotencyHeaders,
        body: NewDocumentRequest,
        response: { 201: RequestedDocument },
      },
    },
    async (request, reply) => {
      const { matter_id } = request.params
      const { label, note = "", contact: contact_id = null, due_on = null } = request.body
      const document = await inFirmOnce({ request, reply, ring }, async (tx) => {
        const [id] = await requestDocuments(tx, matter_id, { labels: [label], note, contact_id, due_on })
        await recordByKey(tx, "documents_requested", { matter_id, record_id: id, label })
        return requestedDocument(found((await listChecklist(tx, matter_id)).find((item) => item.id === id)))
      })
      reply.code(201)
      return document
    },
  )

  app.post(
    "/v1/matters/:matter_id/document-requests/:request_id/withdrawal",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "withdrawDocumentRequest",
        tags: ["Documents"],
        summary: "Withdraw Requested Document",
        description:
          "Takes back a request your firm added to the matter; its clients no longer see it. A document of the questionnaire is a 404, and a request that a file has come for is a 409.",
        params: RequestParams,
        headers: IdempotencyHeaders,
        response: { 200: WithdrawnRequest },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { matter_id, request_id: id } = request.params
        await withdrawRequests(tx, matter_id, [id])
        await recordByKey(tx, "document_request_withdrawn", { matter_id, record_id: id })
        return { id, status: "removed" } as const
      }),
  )

  app.get(
    "/v1/document-sets",
    {
      config: { scope: "documents:read" },
      schema: {
        operationId: "listDocumentSets",
        tags: ["Documents"],
        summary: "List Document Sets",
        description:
          "Lists the documents your firm often requests together, by name: at most 200 sets. Request each of a set’s documents in a matter with “Request Document”.",
        response: { 200: DocumentSets },
      },
    },
    (request) => request.inFirm(async (tx) => ({ document_sets: await listDocumentSets(tx) })),
  )

  app.post(
    "/v1/document-sets",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "saveDocumentSet",
        tags: ["Documents"],
        summary: "Save Document Set",
        description:
          "Saves documents your firm often requests together under a name. A set with the same name, in capitals or not, gets these documents and keeps its id.",
        headers: IdempotencyHeaders,
        body: NewDocumentSet,
        response: { 201: DocumentSet },
      },
    },
    async (request, reply) => {
      const set = await inFirmOnce({ request, reply, ring }, async (tx): Promise<DocumentSet> => {
        const saved = await saveDocumentSet(tx, request.body.name, request.body.labels)
        await recordByKey(tx, "document_set_saved", { record_id: saved.id, label: saved.name })
        return saved
      })
      reply.code(201)
      return set
    },
  )

  app.delete(
    "/v1/document-sets/:set_id",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "removeDocumentSet",
        tags: ["Documents"],
        summary: "Delete Document Set",
        description: "Removes a set. What was requested with it stays requested.",
        params: SetParams,
        headers: IdempotencyHeaders,
        response: { 200: RemovedDocumentSet },
      },
    },
    (request, reply) =>
      inFirmOnce({ request, reply, ring }, async (tx) => {
        const { id, name } = await removeDocumentSet(tx, request.params.set_id)
        await recordByKey(tx, "document_set_removed", { record_id: id, label: name })
        return { id, status: "removed" } as const
      }),
  )
}
