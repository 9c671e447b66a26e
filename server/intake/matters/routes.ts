import type { FastifyReply, FastifyRequest } from "fastify"
import Type from "typebox"
import type { Tx } from "../../platform/db/database.ts"
import { badRequest } from "../../platform/errors.ts"
import type { App } from "../../platform/http/app.ts"
import { takeSchemaFaults } from "../../platform/http/requests/malformed.ts"
import { IdempotencyHeaders, respondOnce } from "../../platform/http/responses/idempotency.ts"
import { pageOf, pageResponse } from "../../platform/http/responses/paging.ts"
import { PageOf, SubmissionQuery } from "../../platform/http/shapes.ts"
import type { InvitationParts } from "./invitations/invitations.ts"
import { faultsOf, isQuickQuery } from "./list/filters.ts"
import { type FiltersWith, listQueried } from "./list/list.ts"
import { MatterListItem, MatterQuery } from "./list/list-schema.ts"
import { getMatter } from "./matters.ts"
import { findNewMatterFaults, inviteToMatter, prepareMatter } from "./new-matter.ts"
import { InvitedMatter, Matter, MatterParams, NewInvitedMatter, NewMatter, PreparedMatter } from "./schema.ts"

export function matterRoutes(app: App, parts: InvitationParts & { filtersWith: FiltersWith }): void {
  /** Creates a matter once for an Idempotency-Key. Faults of the schema and those only the database finds come together. */
  function createOnce<Created extends { id: string }>(
    request: FastifyRequest,
    reply: FastifyReply,
    create: (tx: Tx) => Promise<Created>,
  ): Promise<Created> {
    const malformed = takeSchemaFaults(request)
    return request.inFirm(async (tx) => {
      if (malformed.length > 0)
        throw badRequest([...malformed, ...(await findNewMatterFaults(tx, request.body))])
      const once = { request, reply, tx, ring: parts.ring, caller: request.keyId() }
      return respondOnce(
        once,
        () => create(tx),
        ({ id }) => id,
      )
    })
  }

  app.get(
    "/v1/matters",
    {
      config: {
        scope: "matters:read",
        revision: "matters",
        beyond_revision: ["follow_up", "sort", "updated_since"],
      },
      schema: {
        operationId: "listMatters",
        tags: ["Matters"],
        summary: "Get Matters",
        description:
          "Lists your firm's matters, closed ones included. The default order is newest first, by `open_date`, then by id. Filters combine with “and”. `context.<key>=<value>` finds the matters with exactly this pair in their context, such as `context.crm_id=A-1042`. To read many pages, use `starting_after`: matters created in the meantime then do not shift the pages.",
        querystring: MatterQuery,
        response: { 200: PageOf(MatterListItem, "Matter") },
      },
    },
    (request) => {
      const malformed = takeSchemaFaults(request)
      const isQuick = malformed.length === 0 && isQuickQuery(request.query)
      return request.inFirm(
        async (tx) => {
          const page = pageOf(request.query, [...malformed, ...faultsOf(request.query)])
          return pageResponse(request, page, await listQueried(tx, request.query, page, parts))
        },
        { atOnce: isQuick },
      )
    },
  )

  app.get(
    "/v1/matters/:matter_id",
    {
      config: { scope: "matters:read", snapshot: "matter", revision: "matter" },
      schema: {
        operationId: "getMatter",
        tags: ["Matters"],
        summary: "Get Single Matter",
        description: "Returns one matter with its main people.",
        params: MatterParams,
        querystring: Type.Object(SubmissionQuery),
        response: { 200: Matter },
      },
    },
    (request) => request.inFirm((tx) => getMatter(tx, request.params.matter_id), { atOnce: true }),
  )

  app.post(
    "/v1/matters/create",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "createMatter",
        tags: ["Matters"],
        summary: "Create Matter",
        description:
          "Creates a matter and returns the link with which its client starts it. No email is sent.",
        headers: IdempotencyHeaders,
        body: NewMatter,
        response: { 201: PreparedMatter },
      },
    },
    (request, reply) => createOnce(request, reply, (tx) => prepareMatter(tx, parts, request.body)),
  )

  app.post(
    "/v1/matters/create-and-invite",
    {
      config: { scope: "matters:write" },
      schema: {
        operationId: "createMatterAndInvite",
        tags: ["Matters"],
        summary: "Create Matter and Invite Clients",
        description: "Creates a matter and emails each client their own link.",
        headers: IdempotencyHeaders,
        body: NewInvitedMatter,
        response: { 201: InvitedMatter },
      },
    },
    (request, reply) => createOnce(request, reply, (tx) => inviteToMatter(tx, parts, request.body)),
  )
}
