import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { SubmissionQuery } from "../../platform/http/shapes.ts"
import { MatterParams } from "../matters/schema.ts"
import { listClients, listContacts } from "./contacts.ts"
import { ClientList, ContactList } from "./schema.ts"

export function contactRoutes(app: App): void {
  app.get(
    "/v1/matters/:matter_id/clients",
    {
      config: { scope: "matters:read", snapshot: "clients", revision: "matter" },
      schema: {
        operationId: "listClients",
        tags: ["Matters"],
        summary: "Get Clients for Matter",
        description:
          "Lists the one or two clients, main client first. In a representative's intake, lists the representative.",
        params: MatterParams,
        querystring: Type.Object(SubmissionQuery),
        response: { 200: ClientList },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        return { matter: matter_id, contacts: await listClients(tx, matter_id) }
      }),
  )

  app.get(
    "/v1/matters/:matter_id/contacts",
    {
      config: { scope: "matters:read", snapshot: "contacts", revision: "matter" },
      schema: {
        operationId: "listContacts",
        tags: ["Matters"],
        summary: "Get Contacts for Matter",
        description:
          "Lists all people of the matter, clients included, by class of relationship and then in the order added. After `intakeform.submitted` the client may still add people: wait for `intakeform.completed`, or read the submission.",
        params: MatterParams,
        querystring: Type.Object(SubmissionQuery),
        response: { 200: ContactList },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const { matter_id } = request.params
        return { matter: matter_id, contacts: await listContacts(tx, matter_id) }
      }),
  )
}
