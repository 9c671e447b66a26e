import Type from "typebox"
import type { Tx } from "../platform/db/database.ts"
import { badRequest, type Fault } from "../platform/errors.ts"
import type { App } from "../platform/http/app.ts"
import { IdempotencyHeaders, respondOnce } from "../platform/http/idempotency.ts"
import { takeSchemaFaults } from "../platform/http/malformed.ts"
import { pageOf, pageResponse } from "../platform/http/paging.ts"
import { problems } from "../platform/http/problem.ts"
import { PageOf, SubmissionQuery } from "../platform/http/shapes.ts"
import { type FollowUp, isCounted, type MatterFilters } from "./filters.ts"
import type { InvitationParts } from "./invitations.ts"
import { listMatters, listMattersAfter } from "./list.ts"
import { MatterListItem, MatterQuery } from "./list-schema.ts"
import { getMatter } from "./matters.ts"
import { findNewMatterFaults, inviteToMatter, prepareMatter } from "./new-matter.ts"
import { orderOf } from "./order.ts"
import { InvitedMatter, Matter, MatterParams, NewInvitedMatter, NewMatter, PreparedMatter } from "./schema.ts"

/** What the list of matters asks of rooms that look at matters themselves. */
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
          "The firm's matters, newest first by `open_date`, then by id, unless `sort` says otherwise, closed ones included. Filters combine with “and”. To read many pages, go on with `starting_after`: matters that come in meanwhile shift nothing.",
        querystring: MatterQuery,
        response: { 200: PageOf(MatterListItem, "Matter"), ...problems(400, 404) },
      },
    },
    (request) => {
      const malformed = takeSchemaFaults(request)
      const { search, starting_after, follow_up, sort } = request.query
      const filters = filtersOf(request.query)
      const faults = starting_after !== undefined && sort !== undefined ? [startsNewestFirst] : []
      return request.inFirm(
        async (tx) => {
          const page = pageOf(request.query, [...malformed, ...faults])
          const found =
            follow_up === undefined ? filters : await parts.filtersWith(tx, { filters, follow_up })
          const listing =
            starting_after === undefined
              ? await listMatters(tx, found, page, orderOf(sort))
              : await listMattersAfter(tx, found, page, starting_after)
          return pageResponse(request, page, listing)
        },
        // A search may take long, and others would wait behind it; the place to start after, and what is to be followed
        // up, are questions of their own; and a rare value is found by another plan than a frequent one.
        { atOnce: (search ?? starting_after ?? follow_up ?? sort) === undefined && isCounted(filters) },
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
        description: "One matter with its main people.",
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
          "Creates a matter ahead of time and returns the link with which its client starts it. Nothing is sent to anyone.",
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
          { request, reply, tx, ring },
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
        description: "Creates a matter and emails each of its clients a link of their own.",
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
          { request, reply, tx, ring },
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
  message: '"starting_after" goes on in the list that is newest first: leave out "sort".',
}

function flagOf(text: MatterQuery["is_open"]): boolean | undefined {
  return text === undefined ? undefined : text === "true" || text === "1"
}

function filtersOf({ is_submitted, is_open, status, assignee, ...query }: MatterQuery): MatterFilters {
  const { search, from, until, quest_approach, questionnaire_id, file_number, due_from, due_until, tag } =
    query
  return {
    search,
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
