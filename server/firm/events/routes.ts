import type { App } from "../../platform/http/app.ts"
import { takeSchemaFaults } from "../../platform/http/requests/malformed.ts"
import { pageOf, pageResponse } from "../../platform/http/responses/paging.ts"
import { PageOf, timeOf } from "../../platform/http/shapes.ts"
import { getEvent, listEvents } from "./events.ts"
import { Event, EventParams, EventQuery } from "./schema.ts"

export function eventRoutes(app: App): void {
  const config = { scope: "events:read" } as const

  app.get(
    "/v1/events",
    {
      config: { ...config, revision: "events" },
      schema: {
        operationId: "listEvents",
        tags: ["Events"],
        summary: "Get Events",
        description:
          "What happened to the firm's matters, newest first by `occured_at`, then by id. Neither runs backwards in the order in which events appear: read from the top until the last event that you know, and you miss none. Where one page is not enough, go on with `starting_after`: what comes in meanwhile shifts nothing. Filters combine with “and”.",
        querystring: EventQuery,
        response: { 200: PageOf(Event, "Event") },
      },
    },
    (request) => {
      const malformed = takeSchemaFaults(request)
      const { event_type: types, matter_id, since, starting_after } = request.query
      return request.inFirm(async (tx) => {
        const page = pageOf(request.query, malformed)
        const filters = {
          types,
          matter_id,
          since: since === undefined ? since : timeOf(since),
          starting_after,
        }
        return pageResponse(request, page, await listEvents(tx, page, filters))
      })
    },
  )

  app.get(
    "/v1/events/:event_id",
    {
      config,
      schema: {
        operationId: "getEvent",
        tags: ["Events"],
        summary: "Get Single Event",
        description: "One event, exactly as its webhook carried it.",
        params: EventParams,
        response: { 200: Event },
      },
    },
    (request) => request.inFirm((tx) => getEvent(tx, request.params.event_id), { atOnce: true }),
  )
}
