import Type from "typebox"
import type { App } from "../../platform/http/app.ts"
import { pageOf, pageResponse } from "../../platform/http/responses/paging.ts"
import { PageOf, PageQuery } from "../../platform/http/shapes.ts"
import { getEvent, listEvents } from "./events.ts"
import { Event, EventParams } from "./schema.ts"

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
          "What happened to the firm's matters, newest first by `occured_at`, then by id. Neither runs backwards in the order in which events appear: read from the top until the last event that you know, and you miss none. Where one page is not enough, go on with `starting_after`: what comes in meanwhile shifts nothing.",
        querystring: Type.Object({
          ...PageQuery,
          starting_after: Type.Optional(
            Type.String({
              description:
                "The id of an event: gives only what stands behind it in the list, the older ones. `count` and `page` then count from there.",
              examples: ["evt_0192F0C47B3A7C11A0B1C2D3E4F50607"],
            }),
          ),
        }),
        response: { 200: PageOf(Event, "Event") },
      },
    },
    (request) =>
      request.inFirm(async (tx) => {
        const page = pageOf(request.query)
        return pageResponse(request, page, await listEvents(tx, page, request.query.starting_after))
      }),
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
