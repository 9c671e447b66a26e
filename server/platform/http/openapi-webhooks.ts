import type { JsonSchema } from "./openapi-schemas.ts"

export interface WebhookDescription {
  headers: readonly { name: string; description: string; schema: object; example: string }[]
  /** What the body has in addition to the event as a GET returns it. */
  added: Record<string, JsonSchema>
  types: readonly { type: string; meaning: string; example: unknown }[]
  /** The operation that subscribes to them, and where it names the address. */
  subscription: { operationId: string; address: string }
}

const schema = { $ref: "#/components/schemas/WebhookEvent" }

/** What follows from a subscription. Generators that leave out records no operation refers to keep the event for it. */
export function callbackOf({ subscription }: WebhookDescription): object {
  const request = {
    operationId: "onEvent",
    summary: "Each event of the type, as the webhook of that name describes it",
    security: [],
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "2XX": { description: "Received." },
      "4XX": { description: "A failed attempt, as any other response is; 410 ends the subscription." },
    },
  }
  return { event: { [subscription.address]: { post: request } } }
}

/** What Foyer posts to a webhook's address: one request for each type of event. */
export function webhooksOf(
  { headers, added, types }: WebhookDescription,
  named: Record<string, JsonSchema>,
): Record<string, object> {
  const { Event = {} } = named
  const names = types.map(({ type }) => type)
  const event_type = { ...Event.properties?.event_type, "x-extensible-enum": names, examples: names }
  named.WebhookEvent = {
    ...Event,
    title: "Webhook event",
    description: "The event as `GET /v1/events/{event_id}` returns it, and its time spelled right as well.",
    required: [...(Event.required as string[]), "occurred_at"],
    properties: { ...Event.properties, event_type, ...added },
  }
  return Object.fromEntries(
    types.map(({ type, meaning, example }) => [
      type,
      {
        post: {
          operationId: `on ${type}`.replace(/[ ._](\w)/g, (_, first: string) => first.toUpperCase()),
          tags: ["Webhook events"],
          summary: meaning,
          security: [],
          parameters: headers.map((header) => ({ in: "header", required: true, ...header })),
          requestBody: { required: true, content: { "application/json": { schema, example } } },
          responses: { "2XX": { description: "Received. Any other response is a failed attempt." } },
        },
      },
    ]),
  )
}
