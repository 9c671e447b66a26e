// What Foyer posts to a webhook's address, for the OpenAPI document and the reference page.
import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { type EventType, eventMeanings, eventTraits, eventTypes } from "../../firm/events/schema.ts"
import { id } from "./example-people.ts"
import { exampleEvent } from "./example-responses.ts"

/** What a client causes. */
const example = { ...exampleEvent, occurred_at: exampleEvent.occured_at, submission: 1 }
/** Events that make no submission name none. */
const { submission: _, ...other } = example
const byStaff = { ...other, user: { id: id("user", "0083"), is_firm_staff: true, is_client_user: false } }

/** The secret of the sample delivery. */
export const sampleSecret = `whsec_${Buffer.from("The secret of a sample delivery.").toString("base64")}`

const sampleBody = JSON.stringify(example)
const sent_at = String(Date.parse(example.occurred_at) / 1_000)
const sampleHeaders = {
  "webhook-id": example.event_id,
  "webhook-timestamp": sent_at,
  "webhook-signature": `v1,${createHmac("sha256", Buffer.from(sampleSecret.slice("whsec_".length), "base64"))
    .update(`${example.event_id}.${sent_at}.${sampleBody}`)
    .digest("base64")}`,
}

export const webhooks = {
  subscription: { operationId: "createSubscription", address: "{$request.body#/url}" },
  headers: [
    {
      name: "webhook-id",
      description: "The event's id, the same in every attempt. Use it to ignore duplicates.",
      schema: { type: "string" },
      example: example.event_id,
    },
    {
      name: "webhook-timestamp",
      description: "When this attempt was signed: seconds since 1970. Refuse one older than five minutes.",
      schema: { type: "string" },
      example: sampleHeaders["webhook-timestamp"],
    },
    {
      name: "webhook-signature",
      description:
        "One or more signatures, separated by spaces, each `v1,` and base64. During a rotation of the secret there are two or more; one that matches is enough.",
      schema: { type: "string" },
      example: sampleHeaders["webhook-signature"],
    },
  ],
  /** The body is the event as a GET returns it, with these fields too. */
  added: {
    occurred_at: { type: "string", format: "date-time", description: "The same time as `occured_at`." },
    submission: {
      type: "integer",
      minimum: 1,
      description:
        "The number of the submission that the event made, for `?submission=`; absent in events that make none.",
    },
    is_test: {
      type: "boolean",
      description: "True for a test that staff sent from the console, whatever its type; absent otherwise.",
    },
  },
  types: [
    ...eventTypes.map((type) => ({
      type,
      meaning: eventMeanings[type],
      example: exampleOf(type),
    })),
    {
      type: "foyer.test",
      meaning: "Staff sent a test event from the console; its ids refer to nothing",
      example: { ...byStaff, event_type: "foyer.test", is_test: true, matter: { id: example.matter.id } },
    },
  ],
}

function exampleOf(type: EventType) {
  const { by } = eventTraits[type]
  const number = { "intakeform.submitted": 1, "intakeform.resubmitted": 2, "intakeform.completed": 3 }[
    type as string
  ]
  return { ...(by === "firm" ? byStaff : other), ...(number && { submission: number }), event_type: type }
}

/** One delivery, byte by byte as it arrives: programs can be tried on it. */
export const sampleDelivery = [
  "POST /hooks/foyer HTTP/1.1",
  "content-type: application/json",
  ...Object.entries(sampleHeaders).map(([name, value]) => `${name}: ${value}`),
  "",
  sampleBody,
].join("\n")

/** A receiver in each language that verifies what arrives, with nothing but the language's own library. */
export const receivers = (
  [
    ["TypeScript", "receiver.ts"],
    ["Python", "receiver.py"],
    ["Go", "receiver.go"],
    ["Shell", "receiver.sh"],
    ["PHP", "receiver.php"],
    ["C#", "receiver.cs"],
  ] as const
).map(([language, file]) => ({
  language,
  file,
  text: readFileSync(new URL(`receivers/${file}`, import.meta.url), "utf8"),
}))
