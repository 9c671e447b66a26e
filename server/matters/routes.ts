import Type from "typebox"
import type { Tx } from "../platform/db/database.ts"
import { badRequest, type Fault } from "../platform/errors.ts"
import type { App } from "../platform/http/app.ts"
import { IdempotencyHeaders, respondOnce } from "../platform/http/idempotency.ts"
import { takeSchemaFaults } from "../platform/http/malformed.ts"
import { pageOf, pageResponse } from "../platform/http/paging.ts"
import { problems } from "../platform/http/problem.ts"
import { PageOf, SubmissionQuery } from "../platform/http/shapes.ts"
import { withExpectedCount } from "./count-cache.ts"
import { type FollowUp, isCounted, type MatterFilters } from "./filters.ts"
import type { InvitationParts } from "./invitations.ts"
import { listMatters, listMattersAfter } from "./list.ts"
import { MatterListItem, MatterQuery } from "./list-schema.ts"
import { getMatter } from "./matters.ts"
import { findNewMatterFaults, inviteToMatter, prepareMatter } from "./new-matter.ts"
import { orderOf } from "./order.ts"
import { InvitedMatter, Matter, MatterParams, NewInvitedMatter, NewMatter, PreparedMatter } from "./schema.ts"

/** What the matter list needs from modules that depend on matters themselves. */
export interface MatterListParts {
  filtersWith: (
    tx: Tx,
    query: { filters: MatterFilters; follow_up: FollowUp | undefined },
  ) => Promise<MatterFilters>
}

export function matterRoutes(app: App, parts: InvitationParts & MatterListParts): void {
  const { ring } = parts

  app.get(
    "/v1/matters",
    {
      config: { scope: "matters:read", revision: "matters", beyond_revision: ["follow_up", "sort"] },
      schema: {
        operationId: "listMatters",
        tags: ["Matters"],
        summary: "Get Matters",
        description:
          "Lists your firm's matters, closed ones included. The default order is newest first, by `open_date`, then by id. Filters combine with “and”. To read many pages, use `starting_after`: matters created in the meantime then do not shift the pages.",
        querystring: MatterQuery,
        response: { 200: PageOf(MatterListItem, "Matter"), ...problems(400, 404) },
      },
    },
    async (request) => {
      const malformed = takeSchemaFaults(request)
      const { search, starting_after, follow_up, sort } = request.query
      // A malformed parameter may not even be text; `inFirm` refuses the request once the key is verified.
      const filters = malformed.length > 0 ? {} : filtersOf(request.query)
      const faults = starting_after !== undefined && sort !== undefined ? [startsNewestFirst] : []
      // A batched query must be quick and have one good plan: a search may be slow and hold up the others,
      // `starting_after` and `follow_up` need queries of their own, and a rare value needs another plan than a frequent
      // one.
      const atOnce = (search ?? starting_after ?? follow_up ?? sort) === undefined && isCounted(filters)
      const list = (count?: number) =>
        request.inFirm(
          async (tx) => {
            const page = pageOf(request.query, [...malformed, ...faults])
            const found =
              follow_up === undefined ? filters : await parts.filtersWith(tx, { filters, follow_up })
            const listing =
              starting_after === undefined
                ? await listMatters(tx, found, page, orderOf(sort), count)
                : await listMattersAfter(tx, found, page, starting_after)
            return { page, listing }
          },
          { atOnce },
        )
      const { page, listing } = atOnce ? await withExpectedCount(request, filters, list) : await list()
      return pageResponse(request, page, listing)
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
        response: { 200: Matter, ...problems(400, 404) },
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
        response: { 201: PreparedMatter, ...problems(400, 409, 413, 415, 422) },
      },
    },
    (request, reply) => {
      const malformed = takeSchemaFaults(request)
      return request.inFirm(async (tx) => {
        if (malformed.length > 0)
          throw badRequest([...malformed, ...(await findNewMatterFaults(tx, request.body))])
        return respondOnce(
          { request, reply, tx, ring, caller: request.keyId() },
          201,
          () => prepareMatter(tx, parts, request.body),
          ({ id }) => id,
        )
      })
    },
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
        response: { 201: InvitedMatter, ...problems(400, 409, 413, 415, 422) },
      },
    },
    (request, reply) => {
      const malformed = takeSchemaFaults(request)
      return request.inFirm(async (tx) => {
        if (malformed.length > 0)
          throw badRequest([...malformed, ...(await findNewMatterFaults(tx, request.body))])
        return respondOnce(
          { request, reply, tx, ring, caller: request.keyId() },
          201,
          () => inviteToMatter(tx, parts, request.body),
          ({ id }) => id,
        )
      })
    },
  )
}

const startsNewestFirst: Fault = {
  param: "starting_after",
  code: "sorted_otherwise",
  message: '"starting_after" works only in the default order. Leave out "sort".',
}

function flagOf(text: MatterQuery["is_open"]): boolean | undefined {
  return text === undefined ? undefined : text === "true" || text === "1"
}

function filtersOf({ is_submitted, is_open, status, assignee, ...query }: MatterQuery): MatterFilters {
  const { search, from, until, quest_approach, questionnaire_id, file_number, due_from, due_until, tag } =
    query
  return {
    // Only blanks are no search.
    search: search?.trim() || undefined,
    from,
    until,
    is_submitted: flagOf(is_submitted),
    is_open: flagOf(is_open),
    quest_approach,
    state: status,
    assignee_id: assignee === "none" ? null : assignee,
    questionnaire_id,
    file_number,
    due_from,
    due_until,
    tag,
  }
}
